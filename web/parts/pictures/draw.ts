/** Draws a picture on a canvas. */
import { hueOf } from '../marks/tile-pattern.ts'
import { type Ink, type Mark, PICTURE, type Rect, type Text, linesOf } from './mark.ts'

export async function canvasOf(marks: readonly Mark[]): Promise<HTMLCanvasElement> {
  const canvas = Object.assign(document.createElement('canvas'), PICTURE)
  const context = canvas.getContext('2d')
  if (!context) throw new CannotDraw()
  // A canvas does not wait for fonts, so fonts that the page has not used yet are loaded first.
  await Promise.all(
    Object.values(FACES).map((face) => document.fonts.load(`${face.weight} 30px ${face.family}`)),
  )
  const colours = new Colours()
  try {
    for (const mark of marks) draw(context, mark, colours)
  } finally {
    colours.end()
  }
  return canvas
}

export async function pngOf(canvas: HTMLCanvasElement, name: string): Promise<File> {
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!png) throw new CannotDraw()
  return new File([png], name, { type: png.type })
}

export class CannotDraw extends Error {
  override name = 'CannotDraw'
}

const FACES = {
  display: { weight: 700, family: "'Bricolage Grotesque'" },
  text: { weight: 400, family: "'Atkinson Hyperlegible Next'" },
}

/** The colours are always the light ones, because people send the picture to others. The style sheets say what they are. */
class Colours {
  readonly #probe = document.createElementNS('http://www.w3.org/2000/svg', 'svg')

  constructor() {
    this.#probe.style.cssText = 'color-scheme: light; position: absolute; visibility: hidden'
    document.body.append(this.#probe)
  }

  of(ink: Ink): string {
    if (typeof ink === 'string') {
      this.#probe.style.color = `var(--${ink})`
      return getComputedStyle(this.#probe).color
    }
    const name = ink.part === 'text' ? 'text' : 'g'
    const part = document.createElementNS('http://www.w3.org/2000/svg', name)
    part.setAttribute('class', ink.part)
    this.#probe.setAttribute('class', `tile hue-${hueOf(ink.tile)}`)
    this.#probe.replaceChildren(part)
    return getComputedStyle(part).fill
  }

  end(): void {
    this.#probe.remove()
  }
}

function draw(context: CanvasRenderingContext2D, mark: Mark, colours: Colours): void {
  if (mark.kind === 'rect') drawRect(context, mark, colours.of(mark.ink))
  else if (mark.kind === 'text') drawText(context, mark, colours.of(mark.ink))
  else {
    const { d, x, y, scale, stretch = 1, fill, stroke, width = 1 } = mark
    const path = new Path2D()
    path.addPath(new Path2D(d), new DOMMatrix([scale * stretch, 0, 0, scale, x, y]))
    if (fill) {
      context.fillStyle = colours.of(fill)
      // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas is no array
      context.fill(path)
    }
    if (!stroke) return
    Object.assign(context, { strokeStyle: colours.of(stroke), lineWidth: width, lineCap: 'round' })
    context.stroke(path)
  }
}

function drawRect(context: CanvasRenderingContext2D, mark: Rect, colour: string): void {
  const { x, y, width, height, radius = 0, striped = false } = mark
  context.fillStyle = striped ? stripes(context, colour) : colour
  context.beginPath()
  context.roundRect(x, y, width, height, radius)
  context.fill()
}

const STRIPE = 10

function stripes(context: CanvasRenderingContext2D, colour: string): CanvasPattern | string {
  const tile = Object.assign(document.createElement('canvas'), { width: STRIPE, height: STRIPE })
  const inside = tile.getContext('2d')
  if (!inside) return colour
  Object.assign(inside, { strokeStyle: colour, lineWidth: STRIPE * 0.45 })
  for (const shift of [-STRIPE, 0, STRIPE]) {
    inside.beginPath()
    inside.moveTo(shift, STRIPE)
    inside.lineTo(shift + STRIPE, 0)
    inside.stroke()
  }
  return context.createPattern(tile, 'repeat') ?? colour
}

const ALIGNED = { start: 'left', middle: 'center', end: 'right' } as const

function drawText(context: CanvasRenderingContext2D, mark: Text, colour: string): void {
  const { text, x, y, size, most, isOneLine = false, display = false, align = 'start' } = mark
  const { weight, family } = display ? FACES.display : FACES.text
  context.fillStyle = colour
  context.font = `${weight} ${size}px ${family}, sans-serif`
  context.textAlign = ALIGNED[align]
  const widthOf = (part: string) => context.measureText(part).width
  if (isOneLine) {
    const fitting = size * Math.min(1, most / widthOf(text))
    context.font = `${weight} ${fitting}px ${family}, sans-serif`
    return context.fillText(text, x, y)
  }
  const [first, second] = linesOf(text, most, widthOf)
  if (second === undefined) return context.fillText(first, x, y, most)
  context.fillText(first, x, y - size * 0.55, most)
  return context.fillText(second, x, y + size * 0.55, most)
}
