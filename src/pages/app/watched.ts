/** The app for people who are working on it: it is bundled again each time a page is loaded. */
import type { Operation } from '../../http/operation/operation.ts'
import type { Asset } from '../assets.ts'
import { type Bundle, bundle } from './bundle.ts'
import type { AppSource } from './shell.ts'

/** Bundles the app at each load. For a new path in `web/routes.ts`, the service must be restarted. */
export function watched(first: Bundle, operations: readonly Operation[]): AppSource {
  /** The files of this bundle and of earlier ones, because pages that are still open request them. */
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
