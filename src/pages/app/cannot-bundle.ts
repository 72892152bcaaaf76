/** The files of the web app can't be bundled; the message is esbuild's, with the line that is wrong. */
export class CannotBundle extends Error {
  override name = 'CannotBundle'
}
