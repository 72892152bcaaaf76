/** Draws the icons of the installed app: `npm run icons`. The emblem stands on paper, because phones show no transparent icons. */
import { mkdir } from 'node:fs/promises'
import sharp from 'sharp'
import { emblem } from '../src/pages/emblem.ts'

const folder = new URL('../web/icons/', import.meta.url)

/** The share of the icon that the emblem takes. A maskable icon keeps only a circle of 80 %. */
const SHARES = { plain: 0.76, maskable: 0.54 }

const draw = (size: number, share: number) => {
  const edge = (24 / share - 24) / 2
  const box = 24 + 2 * edge
  return sharp(Buffer.from(emblem({ viewBox: `${-edge} ${-edge} ${box} ${box}`, paper: true })))
    .resize(size, size)
    .png({ palette: true, compressionLevel: 9 })
}

await mkdir(folder, { recursive: true })
const icons: [name: string, size: number, share: number][] = [
  ['icon-180', 180, SHARES.plain],
  ['icon-192', 192, SHARES.plain],
  ['icon-512', 512, SHARES.plain],
  ['maskable-512', 512, SHARES.maskable],
]
for (const [name, size, share] of icons) {
  const file = new URL(`${name}.png`, folder)
  const { size: bytes } = await draw(size, share).toFile(file.pathname)
  process.stdout.write(`${name}.png: ${bytes} bytes\n`)
}
