/** Sends the images of games from our own origin, so that no other host learns who plays what. */
import * as z from 'zod'
import { read } from '../../http/operation/define.ts'
import { optionalParameters } from '../../http/operation/optional-parameters.ts'
import { bytes } from '../../http/operation/responds.ts'
import { SIZES, type Size } from './sizes.ts'
import { image } from './store.ts'

const size = z.enum(Object.keys(SIZES) as [Size, ...Size[]])

export const getGameImage = read({
  id: 'getGameImage',
  route: 'GET /games/{gameId}/image',
  summary: 'The image of a game',
  description:
    'A square WebP image. The service fetches it once from the `imageUrl` of the game; until then, and if there is no image behind that address, the answer is 404.',
  noun: 'image of the game',
  scope: 'svc-engine:game-read',
  anyone: true,
  query: optionalParameters({
    size: { schema: size, description: 'Pixels on each side', example: '96', default: '320' },
  }),
  responds: bytes('image/webp'),
  show: ({ params, query }) => image(params.gameId, query.size),
})
