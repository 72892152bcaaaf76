/** Operations on images of games. We serve them ourselves, so that no other host learns who plays which game. */
import * as z from 'zod'
import { anybody, change, count, list, read, version } from '../../http/operation/define.ts'
import { optionalParameters } from '../../http/operation/optional-parameters.ts'
import { bytes, ok } from '../../http/operation/responds.ts'
import { Game } from '../games/schema.ts'
import { events, wasChanged } from '../events/write.ts'
import { GameImage, ImageBody, MOST_BYTES } from './schema.ts'
import { SIZES, type Size } from './sizes.ts'
import * as store from './store.ts'

export const listGameImages = list({
  id: 'listGameImages',
  route: 'GET /game-images',
  summary: 'Which games have an image',
  description: 'A page that shows many games can ask for all of them in one request: `filter=gameId=in=(…)`.',
  scope: 'svc-engine:game-read',
  anyone: true,
  item: GameImage,
  of: store.gameImages,
})

export const countGameImages = count({
  id: 'countGameImages',
  route: 'GET /game-images/count',
  summary: 'How many games have an image',
  scope: 'svc-engine:game-read',
  anyone: true,
  of: store.gameImages,
})

const size = z.enum(Object.keys(SIZES) as [Size, ...Size[]])

export const getGameImage = read({
  id: 'getGameImage',
  route: 'GET /games/{gameId}/image',
  summary: 'The image of a game',
  description:
    'A square WebP image. It is the image that an editor uploaded, or else the image at the game’s `imageUrl`, which the service fetches once. If there is none, the answer is 404.',
  noun: 'image of the game',
  scope: 'svc-engine:game-read',
  anyone: true,
  query: optionalParameters({
    size: { schema: size, description: 'Pixels on each side', example: '96', default: '320' },
    digest: {
      schema: z.string().max(64),
      description:
        'The `digest` of the image in `GET /game-images`. If a page puts it into the URL, a changed image appears at once. The answer is always the current image.',
    },
  }),
  responds: bytes('image/webp'),
  show: ({ params, query }) => store.image(params.gameId, query.size),
})

export const putGameImage = change({
  id: 'putGameImage',
  route: 'PUT /games/{gameId}/image',
  summary: 'Upload the image of a game',
  description:
    'The body is the image: JPEG, PNG, WebP or GIF with at most 40 megapixels. The service stores only two upright squares cut from its middle. Metadata, such as the place where a photo was taken, are dropped. The image is part of the game: `If-Match` must have the ETag of the game, and the version of the game rises. Until it is deleted, this image is shown in place of the image at `imageUrl`.',
  scope: 'svc-engine:game-update',
  anyone: true,
  bytes: ImageBody,
  bodyLimit: MOST_BYTES,
  target: ({ params }) => store.lock(params.gameId),
  allow: anybody,
  ifMatch: version,
  responds: ok(Game),
  changes: ({ target }) => events(wasChanged('game', target.id)),
  run: ({ db, body, target }) => store.keepUploaded(db, target.id, body),
})

export const deleteGameImage = change({
  id: 'deleteGameImage',
  route: 'DELETE /games/{gameId}/image',
  summary: 'Remove the uploaded image of a game',
  description:
    'Afterwards the game has the image at its `imageUrl` again, or no image. `If-Match` must have the ETag of the game, and the version of the game rises.',
  noun: 'uploaded image of the game',
  scope: 'svc-engine:game-update',
  anyone: true,
  target: ({ params }) => store.lockUploaded(params.gameId),
  allow: anybody,
  ifMatch: version,
  responds: ok(Game),
  changes: ({ target }) => events(wasChanged('game', target.id)),
  run: ({ db, target }) => store.deleteUploaded(db, target.id),
})
