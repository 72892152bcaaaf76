/** A person with a browser without scripts, who types the code that the command line shows. */
import assert from 'node:assert/strict'
import type { Browser } from '../identity/provider/browser.ts'

/** Enters the printed code at the printed address, and answers the question. */
export async function enterCode(browser: Browser, printed: string, answer = 'allow'): Promise<void> {
  const [, address = '', code = ''] =
    /^Open (\S+) in a browser, and enter the code (\S+)\.$/m.exec(printed) ?? []
  assert.ok(code, printed)
  const start = await browser.openFromElsewhere(address)
  const entered = await browser.submit(start, { user_code: code })
  const consent = await browser.submit(entered, { confirm: 'yes' })
  const done = await browser.submit(consent, { answer })
  assert.equal(done.status, 200, done.text)
}
