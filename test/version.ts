/** The version in the files that cannot read it from package.json. `npm run derive` writes it there. */
import { readFileSync } from 'node:fs'
import packageFile from '../package.json' with { type: 'json' }

/** What comes before the version in each file. */
const PLACES: Record<string, RegExp> = {
  'README.md': /(?<=This is )\d+\.\d+\.\d+/g,
  'client/package.json': /(?<="version": ")\d+\.\d+\.\d+/g,
  'docs/client.md': /(?<=scorebook-client-)\d+\.\d+\.\d+/g,
  'docs/operations.md': /(?<=scorebook[:-])\d+\.\d+\.\d+/g,
  'docs/release.md': /(?<=scorebook[:-])\d+\.\d+\.\d+/g,
  'ship/Dockerfile': /(?<=scorebook:|image\.version=")\d+\.\d+\.\d+/g,
  'ship/compose.yaml': /(?<=scorebook:)\d+\.\d+\.\d+/g,
}

/** The files as they must be: each path, and its text. */
export function versionedFiles(version = packageFile.version): Record<string, string> {
  return Object.fromEntries(
    Object.entries(PLACES).map(([path, place]) => {
      const text = readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
      if (text.search(place) < 0) throw new Error(`${path} names no version where ${place} looks for one.`)
      return [path, text.replaceAll(place, version)]
    }),
  )
}
