/**
 * A scoreboard for the terminal: records a match, then prints each match as it changes, and goes on where it stopped.
 *
 *   SCOREBOOK_TOKEN=… node scoreboard.ts https://scorebook.example.org 'Harbour Lights' Ann=42.5 Ben=37
 */
import { readFile, writeFile } from 'node:fs/promises'
import * as api from 'scorebook-client'

const [url = '', gameName = '', ...results] = process.argv.slice(2)
const scorebook = api.connect({ url, token: () => process.env['SCOREBOOK_TOKEN'] ?? '' })
const today = new Date().toISOString().slice(0, 10)

async function idOfPlayer(displayName: string): Promise<string> {
  const query = { filter: `name=='${displayName}'` }
  for await (const { id } of scorebook.items(api.listGhostPlayers, { query })) return id
  return (await scorebook.call(api.createGhostPlayer, { body: { displayName } })).id
}

async function record(): Promise<api.Match> {
  const query = { filter: `name=='${gameName}'` }
  const [game] = (await scorebook.call(api.listGames, { query })).items
  if (!game) throw new Error(`There is no game ${gameName}.`)
  const participants = []
  for (const [name = '', score] of results.map((result) => result.split('=')))
    participants.push({ ghostPlayerId: await idOfPlayer(name), score: Number(score) })
  const body = { gameId: game.id, playedAt: `${today}T00:00:00Z`, participants }
  // The same results on the same day give the same keys, so a second start records nothing twice.
  const key = (step: string) => api.keyFrom('scoreboard', step, today, gameName, ...results)
  const { id: matchId } = await scorebook.call(api.createMatch, { body, key: await key('create') })
  return scorebook.call(api.finalizeMatch, { params: { matchId }, key: await key('finalize') })
}

function show({ game, status, participants }: api.Match): void {
  const scores = participants.map(({ ghostPlayer, score }) => `${ghostPlayer.displayName} ${score}`)
  console.log(`${game.displayName}, ${status.toLowerCase()}: ${scores.join(', ')}`)
}

const ending = new AbortController()
process.once('SIGINT', () => ending.abort())
const lastEventId = await readFile('scoreboard.place', 'utf8').catch(() => undefined)
const events = scorebook.follow(api.followEvents, { lastEventId, signal: ending.signal })
if (results.length > 0) show(await record())
for await (const { id, kind, path = '' } of events) {
  const [, matchId] = /^\/matches\/([^/]+)$/.exec(path) ?? []
  if (matchId !== undefined && kind !== 'match.deleted')
    show(await scorebook.call(api.getMatch, { params: { matchId } }))
  await writeFile('scoreboard.place', id)
}
