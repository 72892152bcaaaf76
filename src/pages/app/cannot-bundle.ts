/** The web app cannot be bundled. The message is esbuild's, and shows the line with the error. */
export class CannotBundle extends Error {
  override name = 'CannotBundle'
}
