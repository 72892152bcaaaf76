/** Reads from CHANGELOG.md what operators must do for each version. */
import { readFile } from 'node:fs/promises'

const CHANGELOG = new URL('../../CHANGELOG.md', import.meta.url)

interface UpgradeNotes {
  version: string
  /** What to do, in the order of the page. */
  steps: string[]
}

/** The notes of the versions after `from`, oldest first. Without `from`, those of all versions up to `to`. */
export async function upgradeNotes(from: string | undefined, to: string): Promise<UpgradeNotes[]> {
  return notesIn(await readFile(CHANGELOG, 'utf8'), to).filter(
    ({ version, steps }) =>
      steps.length > 0 &&
      orderOf(version) <= orderOf(to) &&
      (from === undefined || orderOf(version) > orderOf(from)),
  )
}

/** All notes of the page, oldest first. What is not released yet counts to the version `current`. */
export function notesIn(changelog: string, current: string): UpgradeNotes[] {
  return changelog
    .split(/^## /m)
    .slice(1)
    .flatMap((section) => {
      const name = /^Unreleased\b|^\d+\.\d+\.\d+/.exec(section)?.[0]
      const [, notes = ''] = /^### To upgrade\n(.*?)(?=^### |(?![^]))/ms.exec(section) ?? []
      if (name === undefined) return []
      return [{ version: name === 'Unreleased' ? current : name, steps: stepsIn(notes) }]
    })
    .toSorted((one, other) => orderOf(one.version) - orderOf(other.version))
}

/** Each item of the list on a line of its own, without marks. Of a link, its page stays in brackets. */
const stepsIn = (notes: string): string[] =>
  notes
    .split(/^- /m)
    .slice(1)
    .map((item) =>
      item
        .replaceAll(/\s+/g, ' ')
        .replaceAll('**', '')
        .replaceAll(/\[([^\]]+)\]\(([^)]+)\)/g, '$1: $2')
        .trim(),
    )

const orderOf = (version: string): number =>
  version.split('.').reduce((sum, part) => sum * 10_000 + Number.parseInt(part, 10), 0)
