/** Who may see what of a recorder, as the specification's table has it: by thing and viewer, the rule that decides. */

/** How a viewer is related to the recorder of a final match, and to nobody else in it. */
export const VIEWERS = [
  'recorder',
  'trusted editor',
  'claimed player',
  'community member',
  'group member',
  'acquaintance',
  'stranger',
] as const

export type Viewer = (typeof VIEWERS)[number]

export type Level = 'PRIVATE' | 'PUBLIC' | 'PRIVILEGED_ACCESS'
export const LEVELS: readonly Level[] = ['PRIVATE', 'PUBLIC', 'PRIVILEGED_ACCESS']

/** The recorder's settings. */
export interface Settings {
  PROFILE: Level
  MATCH_HISTORY: Level
  MATCH_DETAILS: Level
}

/** `yes`, `no`, or what has to let the viewer in. */
export type Rule = 'yes' | 'no' | 'history' | 'history and details' | 'profile'

export type Thing = keyof typeof POLICY

/** Those who have a part in the final match see it, the others by what lets them in. */
const LISTED = ['yes', 'yes', 'yes', 'yes', 'history', 'history', 'history'] as const
const DETAILED = [...LISTED.slice(0, 4), ...Array<Rule>(3).fill('history and details')] as const

/** In the order of `VIEWERS`: a group member is in a group that the settings name, an acquaintance in another. */
export const POLICY = {
  'the final match in lists': LISTED,
  'the final match whole': DETAILED,
  'its edits': DETAILED,
  'its dispute': ['yes', 'yes', 'yes', 'no', 'no', 'no', 'no'],
  'its playset': DETAILED,
  'its ghost player': LISTED,
  'the draft': ['yes', 'yes', 'no', 'no', 'no', 'no', 'no'],
  'the ghost player of the draft alone': ['yes', 'yes', 'no', 'no', 'no', 'no', 'no'],
  'the unused playset': ['yes', 'no', 'no', 'no', 'no', 'no', 'no'],
  'the recorder as a person': ['yes', 'profile', 'profile', 'yes', 'yes', 'yes', 'profile'],
  'the recorder’s history': ['yes', 'history', 'history', 'history', 'history', 'history', 'history'],
  'the privacy settings': ['yes', 'no', 'no', 'no', 'no', 'no', 'no'],
  'the group that is let in': ['yes', 'no', 'no', 'no', 'yes', 'no', 'no'],
  'the members of that group': ['yes', 'no', 'no', 'no', 'no', 'no', 'no'],
  'the community': ['yes', 'yes', 'yes', 'yes', 'yes', 'yes', 'yes'],
  'the members of the community': ['yes', 'no', 'no', 'yes', 'no', 'no', 'no'],
} as const satisfies Record<string, readonly Rule[]>

export const THINGS = Object.keys(POLICY) as Thing[]

/** Whether the viewer sees the thing where the recorder has these settings. */
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
