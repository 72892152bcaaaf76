/** Runs axe on a page. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules that depend on colours, and so on the colour scheme. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

/**
 * Returns each violated rule with its element. Checks the rules of WCAG A and AA and of good practice, or only those about
 * colours.
 */
export async function foundByAxe(page: Page, { onlyColours = false } = {}): Promise<string[]> {
  // Run through the debugger, because the page's Content-Security-Policy does not apply there.
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(axe)
  return page.evaluate(
    async (runOnly) => {
      const { axe } = globalThis as unknown as { axe: { run: (options: object) => Promise<AxeResults> } }
      const { violations } = await axe.run({ runOnly, resultTypes: ['violations'] })
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
    },
    onlyColours ? OF_COLOURS : TAGS,
  )
}
