/** The web app cannot be bundled. The message of esbuild shows the line with the error. */
export class CannotBundle extends Error {
  override name = 'CannotBundle'
}
