/** A picture that somebody has chosen. It is read, and drawn as the square that will be shown. */

const KINDS = ['image/jpeg', 'image/png', 'image/webp', 'image/gif']
export const ACCEPT = KINDS.join(',')
/** The largest picture that the service accepts, in bytes. */
const MOST_BYTES = 8 * 1_048_576

export type Picture = { file: Blob; image: ImageBitmap } | { fault: 'wrongKind' | 'tooLarge' | 'unreadable' }

/** Reads a picture. The browser turns it upright, as the service does. */
export async function pictureOf(file: Blob): Promise<Picture> {
  if (!KINDS.includes(file.type)) return { fault: 'wrongKind' }
  if (file.size > MOST_BYTES) return { fault: 'tooLarge' }
  try {
    return { file, image: await createImageBitmap(file) }
  } catch (error) {
    if (error instanceof DOMException) return { fault: 'unreadable' }
    throw error
  }
}

/** Draws the middle of the picture. */
export function drawSquare(canvas: HTMLCanvasElement, image: ImageBitmap): void {
  const { width, height } = image
  const side = Math.min(width, height)
  const context = canvas.getContext('2d')
  if (!context) return
  context.clearRect(0, 0, canvas.width, canvas.height)
  context.drawImage(
    image,
    (width - side) / 2,
    (height - side) / 2,
    side,
    side,
    0,
    0,
    canvas.width,
    canvas.height,
  )
}

/** The first file that was dropped or pasted, if there is one. */
export const fileIn = (data: DataTransfer | null): File | undefined => data?.files[0]
