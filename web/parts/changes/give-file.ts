/** Gives a file to the browser, which asks where to keep it or puts it among the downloads. */

/** In milliseconds: the browser may read the file only when the person has said where to keep it. */
const READ = 60_000

export function giveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), READ)
}
