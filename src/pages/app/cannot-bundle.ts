/** The error for files of the web app that cannot be bundled; its message is esbuild's, with the line at fault. */
export class CannotBundle extends Error {
  override name = 'CannotBundle'
}
