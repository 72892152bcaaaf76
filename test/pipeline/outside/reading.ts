/** A reader of rulebooks, and a site with rulebooks to read. */
import { politeSite, rulebookReader, type FetchSettings } from '../../../src/pipeline/outside/rulebooks.ts'
import { pdfOf, stream } from '../servers/pdf.ts'
import type { SiteServer } from '../servers/site.ts'

export const signal = new AbortController().signal
export const LINES = Array.from(
  { length: 12 },
  (_, index) => `On turn ${index} the player with the lighthouse moves a boat.`,
)
export const TEXT = LINES.join('\n')

export const readerOf = ({ port }: { port: number }, settings: FetchSettings = {}) =>
  rulebookReader(politeSite({ loopbackPorts: [port], ...settings }), settings.reading)

/** Reads a page of the site. */
export const read = (site: SiteServer, path: string, settings?: FetchSettings) =>
  readerOf(site, settings)(`${site.baseUrl}${path}`, signal)

/** A PDF that takes some seconds to read: its only page shows text a million times. */
export function slow(): Buffer {
  const shown = Buffer.from(`BT /F1 9 Tf ${'(a) Tj 1 0 0 1 9 9 Tm [(b) 5 (c)] TJ '.repeat(1_000_000)} ET`)
  return pdfOf({ pages: [LINES], contents: '1000 0 R', more: { 1000: stream(shown) } })
}
