/** The specification's table of who may see what, with a rule for each thing and viewer. */

/** The relation of a viewer to the recorder of a final match. The viewers have no relation to anybody else in it. */
export const VIEWERS = [
  'recorder',
  'trusted editor',
  'claimed player',
  'community member',
  'group member',
  'acquaintance',
  'collector',
  'fellow member',
  'stranger',
] as const

export type Viewer = (typeof VIEWERS)[number]

type Level = 'PRIVATE' | 'PUBLIC' | 'PRIVILEGED_ACCESS'
export const LEVELS: readonly Level[] = ['PRIVATE', 'PUBLIC', 'PRIVILEGED_ACCESS']

/** The levels of the recorder's settings. */
export interface Settings {
  PROFILE: Level
  MATCH_HISTORY: Level
  MATCH_DETAILS: Level
}

/** `yes` or `no`, or the privacy settings that must let the viewer in. */
type Rule = 'yes' | 'no' | 'history' | 'history and details' | 'profile'

export type Thing = keyof typeof POLICY

/** Repeats a rule for this number of viewers. */
function row(rule: Rule, viewers: number): Rule[] {
  return Array<Rule>(viewers).fill(rule)
}

/** The first four viewers have a part in the final match. The others need the recorder's settings. */
const LISTED = [...row('yes', 4), ...row('history', 5)] as const
const DETAILED = [...row('yes', 4), ...row('history and details', 5)] as const

/**
 * The rules, in the order of `VIEWERS`. A group member is in a group that the settings name, an acquaintance in another group. A
 * collector has put the recorder into their own group; a fellow member is in it too.
 */
export const POLICY = {
  'the final match in lists': LISTED,
  'the final match whole': DETAILED,
  'its edits': DETAILED,
  'its dispute': [...row('yes', 3), ...row('no', 6)],
  'its playset': DETAILED,
  'its ghost player': LISTED,
  'the draft': [...row('yes', 2), ...row('no', 7)],
  'the ghost player of the draft alone': [...row('yes', 2), ...row('no', 7)],
  'the unused playset': ['yes', ...row('no', 8)],
  'the recorder as a person': ['yes', 'profile', 'profile', 'yes', 'yes', 'yes', ...row('profile', 3)],
  'the recorder’s history': ['yes', ...row('history', 8)],
  'the privacy settings': ['yes', ...row('no', 8)],
  'the group that is let in': ['yes', 'no', 'no', 'no', 'yes', ...row('no', 4)],
  'the members of that group': ['yes', ...row('no', 8)],
  'the community': row('yes', 9),
  'the members of the community': ['yes', 'no', 'no', 'yes', ...row('no', 5)],
} as const satisfies Record<string, readonly Rule[]>

export const THINGS = Object.keys(POLICY) as Thing[]

/** True if a recorder with these settings lets the viewer see the thing. */
export function sees(viewer: Viewer, thing: Thing, settings: Settings): boolean {
  const letIn = (level: Level) =>
    level === 'PUBLIC' || (level === 'PRIVILEGED_ACCESS' && viewer === 'group member')
  switch (POLICY[thing][VIEWERS.indexOf(viewer)]) {
    case 'yes':
      return true
    case 'history':
      return letIn(settings.MATCH_HISTORY)
    case 'history and details':
      return letIn(settings.MATCH_HISTORY) && letIn(settings.MATCH_DETAILS)
    case 'profile':
      return letIn(settings.PROFILE)
    default:
      return false
  }
}
