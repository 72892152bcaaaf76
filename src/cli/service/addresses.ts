/**
 * The addresses at which other devices of the network reach a service that listens everywhere, and a QR code of an address for a
 * phone.
 */
import { networkInterfaces } from 'node:os'
import { correction, generate } from 'lean-qr'
import type { Config } from '../../config.ts'

/** The address from the settings comes first, if others can reach it. Empty if only this machine can reach the service. */
export function reachedAt(
  { host, port, baseUrl }: Pick<Config, 'host' | 'port' | 'baseUrl'>,
  interfaces: ReturnType<typeof networkInterfaces> = networkInterfaces(),
): string[] {
  if (host !== '0.0.0.0' && host !== '::') return []
  const own = Object.values(interfaces)
    .flatMap((some) => some ?? [])
    .filter(
      ({ internal, family, address }) => !internal && family === 'IPv4' && !address.startsWith('169.254.'),
    )
    .map(({ address }) => `http://${address}:${port}`)
  const isReal = !['0.0.0.0', '[::]', 'localhost', '127.0.0.1'].includes(new URL(baseUrl).hostname)
  return [...new Set([...(isReal ? [baseUrl] : []), ...own])]
}

/** Two rows of the code are one line of half blocks, dark on light, whatever the colours of the terminal are. */
export function qrLines(text: string): string[] {
  const code = generate(text, { minCorrectionLevel: correction.L })
  const isDark = (x: number, y: number) =>
    x >= 0 && y >= 0 && x < code.size && y < code.size && code.get(x, y)
  const lines: string[] = []
  for (let y = -2; y < code.size + 2; y += 2) {
    let line = ''
    for (let x = -2; x < code.size + 2; x++)
      line += BLOCKS[(isDark(x, y) ? 2 : 0) + (isDark(x, y + 1) ? 1 : 0)] ?? ''
    lines.push(`\u001B[30;107m${line}\u001B[0m`)
  }
  return lines
}

/** The characters for two rows of the QR code. The index says which half is dark: none, the lower one, the upper one, both. */
const BLOCKS = [' ', '▄', '▀', '█']
