/** Hands a file to the browser, which saves it. */

/** In milliseconds: how long the file is kept. Some browsers read it only after the person has chosen a folder. */
const READ = 60_000

export function giveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), READ)
}
