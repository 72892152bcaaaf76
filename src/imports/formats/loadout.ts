/** Reads loadouts that the service has exported as JSON text. */
import type { Json, PlayParticipant } from '../play.ts'
import { parseJson } from '../../http/json/read.ts'
import { LARGEST_ATTRIBUTES } from '../../resources/matches/limits.ts'
import type { Extra } from './extra.ts'
import type { Notes } from './gathered.ts'
import { isFields } from './json.ts'

/** If the service would refuse the text, the text goes into the extras, as far as there is space. */
export function loadoutIn(
  found: unknown,
  at: string,
  notes: Notes,
  extra: Extra,
): Pick<PlayParticipant, 'loadout' | 'loadoutText'> {
  if (found === undefined || found === '') return {}
  const loadout = typeof found === 'string' ? objectIn(found) : undefined
  if (loadout) return { loadout, loadoutText: found as string }
  notes.add(at, 'NO_LOADOUT', found)
  extra.put('loadout', found)
  return {}
}

/** `parseJson` refuses the same texts as in a request. */
function objectIn(text: string): Record<string, Json> | undefined {
  if (text.length > LARGEST_ATTRIBUTES || Buffer.byteLength(text) > LARGEST_ATTRIBUTES) return undefined
  try {
    parseJson(text)
    const value: unknown = JSON.parse(text)
    return isFields(value) ? (value as Record<string, Json>) : undefined
  } catch {
    return undefined
  }
}
