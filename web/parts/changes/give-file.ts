/** Gives a file to the browser, which asks where to keep it or puts it among the downloads. */

/** How long the file stays available, in milliseconds: some browsers read it only after the person has chosen a place. */
const READ = 60_000

export function giveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), READ)
}
