/** Reads an image that anybody could have made, and makes squares of it. */
import sharp from 'sharp'
import { Unusable } from './failures.ts'
import type { ImageSquares } from './services.ts'

/** The formats that we read. Other formats have had many security holes, or can make the reader fetch something. */
const READERS = ['Jpeg', 'Png', 'Webp', 'Nsgif']
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: READERS.map((reader) => `VipsForeignLoad${reader}Buffer`) })
sharp.cache(false)
sharp.concurrency(1)

/** 40 megapixels take some 160 MB for a moment. */
const MOST_PIXELS = 40_000_000

/** WebP with 96 and 320 pixels on each side, cut from the middle. Throws `Unusable` if the bytes are no image. */
export async function squaresOf(bytes: Buffer): Promise<ImageSquares> {
  try {
    return { small: await squareOf(bytes, 96), large: await squareOf(bytes, 320) }
  } catch (cause) {
    throw new Unusable('It is no image in JPEG, PNG, WebP or GIF, or has more than 40 megapixels.', { cause })
  }
}

const squareOf = (bytes: Buffer, side: number): Promise<Buffer> =>
  sharp(bytes, { limitInputPixels: MOST_PIXELS }).autoOrient().resize(side, side).webp().toBuffer()
