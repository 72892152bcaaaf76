/** The schema of a game's image, and the body that uploads one. */
import * as z from 'zod'
import { type Violation } from '../../http/problem.ts'
import type { BytesBody } from '../../http/operation/operation.ts'
import { Ref } from '../../http/schema/schema.ts'
import type { ImageSquares } from './sizes.ts'

export const ORIGINS = ['UPLOADED', 'FETCHED'] as const

export const GameImage = z
  .strictObject({
    game: Ref,
    origin: z.enum(ORIGINS).meta({
      description: 'UPLOADED by an editor, or FETCHED from the `imageUrl` of the game',
    }),
    digest: z.string().meta({ description: 'A text that changes whenever the image changes' }),
  })
  .meta({
    id: 'GameImage',
    description: 'A game that has an image',
    example: {
      game: { id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a20', displayName: 'Harbour Lights' },
      origin: 'UPLOADED',
      digest: '9f86d081884c7d65',
    },
  })

/** The largest upload, in bytes. A photo from a phone has 3 to 6 MiB. */
export const MOST_BYTES = 8 * 1_048_576

export const ImageBody: BytesBody<ImageSquares> = {
  media: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'],
  async read(bytes, caller) {
    if (bytes.length === 0) return refused('REQUIRED', 'The body is empty; send the bytes of an image.')
    // The image library is loaded at the first upload, because it takes memory, and at many services nobody uploads an image.
    const { UnreadableImage, squaresOf } = await import('./squares.ts')
    try {
      return { value: await squaresOf(bytes, caller) }
    } catch (error) {
      if (error instanceof UnreadableImage) return refused('INVALID_FORMAT', error.message)
      throw error
    }
  },
}

const refused = (code: Violation['code'], message: string) => ({
  violations: [{ field: 'body', code, message }],
})
