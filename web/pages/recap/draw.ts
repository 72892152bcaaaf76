/** Draws the picture of a year on a canvas. */
import { type Ink, type Mark, PICTURE, linesOf } from './picture.ts'

export async function pngOf(marks: readonly Mark[]): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), PICTURE)
  const context = canvas.getContext('2d')
  if (!context) throw new CannotDraw()
  // A canvas does not wait for fonts, so fonts that the page has not used yet are loaded first.
  await Promise.all(
    Object.values(FACES).map((face) => document.fonts.load(`${face.weight} 30px ${face.family}`)),
  )
  const colours = coloursOf()
  for (const mark of marks) draw(context, mark, colours)
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!png) throw new CannotDraw()
  return png
}

export class CannotDraw extends Error {
  override name = 'CannotDraw'
}

const FACES = {
  display: { weight: 700, family: "'Bricolage Grotesque'" },
  text: { weight: 400, family: "'Atkinson Hyperlegible Next'" },
}

const INKS: readonly Ink[] = ['paper', 'row', 'ink', 'soft', 'line', 'felt', 'pale', 'pencil']

/** The colours are always the light ones, because people share the picture. */
function coloursOf(): Map<Ink, string> {
  const probe = document.createElement('span')
  probe.hidden = true
  probe.style.colorScheme = 'light'
  document.body.append(probe)
  const colours = new Map(
    INKS.map((ink) => {
      probe.style.color = `var(--${ink})`
      return [ink, getComputedStyle(probe).color]
    }),
  )
  probe.remove()
  return colours
}

function draw(context: CanvasRenderingContext2D, mark: Mark, colours: Map<Ink, string>): void {
  context.fillStyle = colours.get(mark.ink) ?? ''
  if (mark.kind === 'rect') return context.fillRect(mark.x, mark.y, mark.width, mark.height)
  const { weight, family } = mark.display ? FACES.display : FACES.text
  context.font = `${weight} ${mark.size}px ${family}, sans-serif`
  context.textAlign = mark.end ? 'right' : 'left'
  const [first, second] = linesOf(mark.text, mark.most, (text) => context.measureText(text).width)
  if (second === undefined) return context.fillText(first, mark.x, mark.y, mark.most)
  // Two lines take the place of one: they are centred around it.
  context.fillText(first, mark.x, mark.y - mark.size * 0.6, mark.most)
  return context.fillText(second, mark.x, mark.y + mark.size * 0.6, mark.most)
}
