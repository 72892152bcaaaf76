/** A field without a right does not compile. The compiler must report an error below each `@ts-expect-error` in this file. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod'
import { FIELDS } from '../../src/fields.ts'
import { MatchEdit } from '../../src/resources/match-edits/schema.ts'
import { Match, Participant } from '../../src/resources/matches/schema.ts'
import { by, pathsRead, ref, rightRead, shows } from '../../src/resources/visibility/rights.ts'

const { rights } = FIELDS.Match
const located = z.strictObject({ ...Match.shape, location: z.string().optional() })
const seated = z.strictObject({
  ...Match.shape,
  participants: z.array(z.strictObject({ ...Participant.shape, seat: z.string() })),
})
const hosted = z.strictObject({ ...Match.shape, host: Match.shape.community })

test('a field has a right, also one of an item in a list, and of a reference the id and the name', () => {
  assert.equal(shows(Match, rights).schema, Match)
  shows(located, { ...rights, location: 'details' })
  // @ts-expect-error: a match with a location, whose right is missing
  shows(located, rights)
  // @ts-expect-error: a participant with a seat, whose right is missing
  shows(seated, rights)
  shows(seated, { ...rights, participants: { ...rights.participants, seat: 'seen' } })
  // @ts-expect-error: a reference is two fields
  shows(hosted, { ...rights, host: 'seen' })
  shows(hosted, { ...rights, host: ref('seen', 'person') })
  // @ts-expect-error: the changes of an edit have rights, too
  shows(MatchEdit, { ...FIELDS.MatchEdit.rights, participantChanges: by('seen', 'matchParticipantId') })
})

test('a right has a field, and is one of ours', () => {
  // @ts-expect-error: a match has no location
  shows(Match, { ...rights, location: 'details' })
  // @ts-expect-error: a participant has no seat
  shows(Match, { ...rights, participants: { ...rights.participants, seat: 'seen' } })
  // @ts-expect-error: there is no such right
  shows(located, { ...rights, location: 'friends' })
})

test('a filter has the right of the field that it reads', () => {
  assert.equal(rightRead(rights, 'playsetName'), 'details')
  assert.equal(rightRead(rights, 'expansionsId'), 'details')
  assert.equal(rightRead(rights, 'lastEditedById'), 'seen')
  assert.equal(rightRead(FIELDS.TrustedEditor.rights, 'grantorName'), 'grantor')
  assert.equal(rightRead(FIELDS.GroupMember.rights, 'name'), 'person')
  assert.equal(rightRead(rights, 'location'), undefined)
  assert.deepEqual(pathsRead('ownerId'), [['ownerId'], ['owner', 'id']])
})
