/** Makes the page of who may see what from the table that the tests hold the service to. */
import { LEVELS, POLICY, THINGS, VIEWERS, type Viewer, sees } from './policy.ts'

const EVERYBODY_ELSE = 'everybody else'
const WORDS = { yes: 'yes', no: '', history: 'H', 'history and details': 'H and D', profile: 'P' } as const

/** The viewers, as readers know them. The last three see the same. */
const WHO: Record<Viewer, string> = {
  recorder: 'recorder',
  'trusted editor': 'trusted editor',
  'claimed player': 'player in the match',
  'community member': 'member of its community',
  'group member': 'member of a group that is let in',
  acquaintance: 'member of another group',
  collector: EVERYBODY_ELSE,
  'fellow member': EVERYBODY_ELSE,
  stranger: EVERYBODY_ELSE,
}

const column = (viewer: Viewer) =>
  THINGS.map((thing) => WORDS[POLICY[thing][VIEWERS.indexOf(viewer)] ?? 'no'])

const COLUMNS = new Map(VIEWERS.map((viewer) => [WHO[viewer], column(viewer)]))

const letsIn = (viewer: Viewer, level: (typeof LEVELS)[number]) =>
  sees(viewer, 'the recorder’s history', { PROFILE: level, MATCH_HISTORY: level, MATCH_DETAILS: level })
    ? 'yes'
    : ''

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

export function visibilityPage(): string {
  const odd = VIEWERS.find((viewer) => column(viewer).join() !== COLUMNS.get(WHO[viewer])?.join())
  if (odd) throw new Error(`The ${odd} shares a column with others who see something else.`)
  return [
    INTRODUCTION,
    line(['of the recorder', ...COLUMNS.keys()]),
    line(['---', ...Array.from(COLUMNS, () => ':-:')]),
    ...THINGS.map((thing, n) => line([thing, ...Array.from(COLUMNS.values(), (cells) => cells[n] ?? '')])),
    SETTINGS,
    line(['level', WHO['group member'], EVERYBODY_ELSE]),
    line(['---', ':-:', ':-:']),
    ...LEVELS.map((level) =>
      line([`\`${level}\``, letsIn('group member', level), letsIn('stranger', level)]),
    ),
    '',
  ].join('\n')
}

const INTRODUCTION = `# Who may see what

For people who choose their privacy settings, and for developers of apps: what others see of somebody who records matches. A test
asks the service for each cell, with all settings. This page is made from the table of that test by \`npm run derive\`.

**yes**: always. **P**: if the setting \`PROFILE\` lets the viewer in. **H**: if \`MATCH_HISTORY\` does. **H and D**: if
\`MATCH_HISTORY\` and \`MATCH_DETAILS\` do. Empty: never.
`

const SETTINGS = `
## Who is let in

All three settings are \`PRIVATE\` until somebody changes them. [A story](who-sees-what.md) shows how.
`
