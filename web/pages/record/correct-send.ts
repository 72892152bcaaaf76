/** Sends a correction. If the recorder makes it, it is proposed and approved in one step. */
import { call } from '../../api/call.ts'
import { proposalOf } from '../../drafts/correction.ts'
import { corrected } from '../../drafts/corrected.ts'
import { mergeSheets } from '../../drafts/merge-sheets.ts'
import type { Clash, Fields } from '../../parts/changes/merge.ts'
import { propose, refreshAll } from '../../parts/corrections/propose.ts'
import { named } from '../../parts/marks/names.ts'
import { t } from '../../texts/corrections.ts'
import { say } from '../../texts/text.ts'
import type { CorrectModel } from './correct-model.ts'

/** Gives the Idempotency-Key of the proposal after it is stored. */
type Keys = (model: CorrectModel) => Promise<string>

type Ask = (clashes: Clash[]) => Promise<Fields | undefined>

/** SAME: somebody else has made the same correction already. BACK: the person has gone back to the form. */
type Sent = 'SENT' | 'SAME' | 'BACK'

export async function send(
  model: CorrectModel,
  isRecorder: boolean,
  { ask, keys }: { ask: Ask; keys: Keys },
): Promise<Sent> {
  if (!(await isMerged(model, ask))) return 'BACK'
  if (model.changes.peek().length === 0) return 'SAME'
  const { id: matchId, recorder } = model.base.peek().match
  const done = [say(t.corrected), model.sentence('DONE') ?? ''].join(' ')
  try {
    const sent = await propose(matchId, proposalOf(model.edit.peek()), isRecorder, await keys(model))
    const said = sent.isDone ? done : say(t.asked, { name: named(recorder.displayName) })
    corrected.value = { matchId, said, ...sent }
  } finally {
    refreshAll()
  }
  return 'SENT'
}

/**
 * Reads the match again and merges its changes. A proposal does not carry the ETag of the match, so this must happen before it is
 * sent.
 */
async function isMerged(model: CorrectModel, ask: Ask): Promise<boolean> {
  const base = model.base.peek()
  const { body, etag } = await call('getMatch', { params: { matchId: base.match.id } })
  if (etag === base.etag) return true
  const merged = mergeSheets(base.sheet, model.sheet.peek(), model.sheetOf(body))
  const chosen = merged.clashes.length > 0 ? await ask(merged.clashes) : {}
  if (chosen) model.rebase(body, etag, merged.chosen(chosen))
  return chosen !== undefined
}
