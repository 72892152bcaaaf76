/** Replaces characters that could control a terminal, because others wrote the text: a path, a message or a server's answer. */
export const harmless = (text: string): string =>
  text.replaceAll(/\p{Cc}/gu, (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`)
