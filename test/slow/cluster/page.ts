/** What docs/three-machines.md says to do: the drill does it word by word, except for what needs systemd. */
import { readFile } from 'node:fs/promises'

const PAGE = new URL('../../../docs/three-machines.md', import.meta.url)

/** These lines of the page put the shipped files in their places. The others install packages, and start units. */
const PUTS_FILES = /^(cd|sed|ln|install) /

export interface Page {
  /** A script for each machine, with its name and address. */
  onEach: (name: string, address: string) => string
  /** A script for the account postgres on the leader. */
  once: string
  /** The setting of the service. */
  url: string
}

export async function readPage(): Promise<Page> {
  const text = await readFile(PAGE, 'utf8')
  const [each = '', once = '', settings = ''] = [...text.matchAll(/```sh\n(.*?)\n```/gs)].map(
    ([, block = '']) => block,
  )
  const lines = each.split('\n').filter((line) => PUTS_FILES.test(line))
  const url = /SCOREBOOK_DATABASE_URL='([^']+)'/.exec(settings)?.[1]
  if (lines.length < 5 || !once.startsWith(AS_POSTGRES) || url === undefined)
    throw new Error(
      'docs/three-machines.md must have three blocks: for each machine, for the leader, and the settings.',
    )
  return {
    onEach: (name, address) => [`NAME=${name} ADDRESS=${address}`, ...lines].join('\n'),
    once: once.slice(AS_POSTGRES.length),
    url,
  }
}

const AS_POSTGRES = 'sudo -u postgres '
