/** The app for those who work on it: made anew each time when a page of it is asked for. */
import type { Operation } from '../../http/operation/operation.ts'
import type { Asset } from '../assets.ts'
import { type Bundle, bundle } from './bundle.ts'
import type { AppSource } from './shell.ts'

/** A path that is added to `web/routes.ts` needs a new start, as the service has its routes from there. */
export function watched(first: Bundle, operations: readonly Operation[]): AppSource {
  /** Those of earlier bundles too: an open page may ask for them. */
  const files = new Map<string, Asset>(first.files)
  let making: Promise<Bundle> | undefined
  return {
    current() {
      making ??= bundle(operations)
        .then((made) => {
          for (const [path, file] of made.files) files.set(path, file)
          return made
        })
        .finally(() => (making = undefined))
      return making
    },
    paths: first.routes.map(({ path }) => path),
    file: (path) => files.get(path),
  }
}
