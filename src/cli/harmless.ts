/** Replaces characters that could control a terminal. Paths, messages and answers of servers may have been written by others. */
export const harmless = (text: string): string =>
  text.replaceAll(/\p{Cc}/gu, (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`)
