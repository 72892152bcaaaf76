/** Reads an image from an untrusted source and cuts squares from it. */
import sharp from 'sharp'
import { unavailable } from '../../http/problem.ts'
import { Turns } from '../../http/turns/turns.ts'
import type { ImageSquares } from './sizes.ts'

/** The image formats that we accept. Readers of other formats have had many security holes, or can be made to fetch something. */
const READERS = ['Jpeg', 'Png', 'Webp', 'Nsgif']
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: READERS.map((reader) => `VipsForeignLoad${reader}Buffer`) })
sharp.cache(false)
sharp.concurrency(1)

/**
 * An image of 40 megapixels takes some 160 MB of memory while it is read. With 16 bits for each channel it takes twice as much,
 * so its pixels count twice.
 */
export const MOST_PIXELS = 40_000_000
/**
 * How many images are read at once. One image takes up to 200 MB, and one of the four threads that also hash passwords and
 * resolve host names.
 */
export const AT_ONCE = 1
/** How many images may wait. Each waiting image stays in memory. */
export const MOST_WAITING = 30
/** The longest time that an image waits for its turn, in milliseconds. */
export const PATIENCE = 20_000
/** The longest time for reading one image, in seconds. A malicious image can take much longer than its size suggests. */
export const LONGEST_READING = 10

const turns = new Turns({
  atOnce: AT_ONCE,
  mostWaiting: MOST_WAITING,
  patience: PATIENCE,
  refusal: () => unavailable('Too many images are being read at the moment; nothing was changed.'),
})

/** Its message is a sentence that we show to the person who sent the image. */
export class UnreadableImage extends Error {
  override name = 'UnreadableImage'
}

/**
 * Makes two square WebP images with 96 and 320 pixels on each side: cut from the middle, upright, without metadata. `party` says
 * whose image it is. If several parties wait, the one with the fewest images in work is next. Throws `UnreadableImage`, or a 503
 * if too many images wait.
 */
export async function squaresOf(bytes: Buffer, party: string): Promise<ImageSquares> {
  const turn = turns.take('images', undefined, { party })
  try {
    await turn.come
    return await cut(bytes)
  } finally {
    turn.end()
  }
}

async function cut(bytes: Buffer): Promise<ImageSquares> {
  const options = { limitInputPixels: MOST_PIXELS }
  const { width, height, depth } = await read(sharp(bytes, options).metadata(), NO_IMAGE)
  if (width * height * (depth === 'uchar' ? 1 : 2) > MOST_PIXELS) throw new UnreadableImage(TOO_LARGE)
  // The large square is made from the file, and the small square from the large one, so the file is read only once.
  const { data, info } = await read(
    sharp(bytes, options)
      .timeout({ seconds: LONGEST_READING })
      .autoOrient()
      .resize(LARGE, LARGE)
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true }),
    BROKEN,
  )
  const square = () => sharp(data, { raw: { width: LARGE, height: LARGE, channels: info.channels } })
  return {
    small: await square().resize(SMALL, SMALL).webp().toBuffer(),
    large: await square().webp().toBuffer(),
  }
}

const SMALL = 96
const LARGE = 320

const NO_IMAGE = 'It is no image in JPEG, PNG, WebP or GIF.'
const TOO_LARGE = `The image has more than ${MOST_PIXELS / 1_000_000} megapixels, or half as many with 16 bits for each channel.`
const BROKEN = 'The image is incomplete or damaged.'

async function read<T>(reading: Promise<T>, otherwise: string): Promise<T> {
  try {
    return await reading
  } catch (cause) {
    const isTooLarge = cause instanceof Error && /pixel limit/.test(cause.message)
    throw new UnreadableImage(isTooLarge ? TOO_LARGE : otherwise, { cause })
  }
}
