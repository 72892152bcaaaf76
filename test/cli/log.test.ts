/** The service's log: JSON for programs, plain lines on a terminal, and what the start says there. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loggerOf, plainLine, welcome } from '../../src/cli/log.ts'

test('on a terminal a line is for people, with its facts, and a trace below', () => {
  const written: string[] = []
  const stdout = { isTTY: true, write: (text: string) => written.push(text) > 0 }
  const logger = loggerOf({ logLevel: 'info' }, stdout)
  logger.info({ method: 'GET', status: 200 }, 'answered')
  logger.warn({ err: new Error('broken') }, 'a step failed')
  logger.debug('not at this level')
  assert.equal(written.length, 2)
  assert.match(written[0] ?? '', /^\d\d:\d\d:\d\d info {2}answered {2}method=GET status=200\n$/)
  assert.match(written[1] ?? '', /^\d\d:\d\d:\d\d warn {2}a step failed\nError: broken\n {4}at /)
})

test('what a client sent does not steer the terminal', () => {
  const line = plainLine(JSON.stringify({ level: 30, time: 0, msg: 'answered', path: '/\u001b[2J\nroot' }))
  assert.match(line, /path=\/\\x1b\[2J\\x0aroot\n$/)
})

test('the start says where it is, where to read, how to get a token, and how to fill it', () => {
  const baseUrl = 'http://127.0.0.1:8080'
  const lines = welcome({ baseUrl, issuers: [] }, undefined).split('\n')
  assert.equal(lines.length, 4)
  for (const [index, part] of [
    baseUrl,
    `${baseUrl}/docs`,
    'npx scorebook login',
    'npx scorebook demo',
  ].entries())
    assert.ok(lines[index]?.includes(part), part)
})

test('a start without an administrator tells the link for the first one', () => {
  const link = 'http://localhost:8080/link#secret'
  const told = welcome({ baseUrl: 'http://localhost:8080', issuers: [] }, link)
  assert.ok(told.includes(link))
  assert.match(told, /first administrator/)
})
