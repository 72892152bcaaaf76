/** Makes text of others harmless for a terminal: a path, a message or a server's answer. */
export const harmless = (text: string): string =>
  text.replaceAll(/\p{Cc}/gu, (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`)
