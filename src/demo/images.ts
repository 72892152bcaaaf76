/** Adds images of games: some that an editor uploaded, and some as if they had been fetched. */
import sharp from 'sharp'
import type { Queryable } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { keepUploaded } from '../resources/game-images/store.ts'
import type { ImageSquares } from '../resources/game-images/sizes.ts'
import { squaresOf } from '../resources/game-images/squares.ts'

/** For every second game of the first ones. */
const IMAGES = 4
const WIDTH = 320

/** Sky, ground and sun, in red, green and blue. */
const COLOURS: [Colour, Colour, Colour][] = [
  [
    [38, 84, 124],
    [22, 48, 71],
    [247, 201, 72],
  ],
  [
    [94, 60, 108],
    [51, 33, 62],
    [239, 131, 84],
  ],
  [
    [222, 178, 128],
    [96, 60, 40],
    [200, 70, 48],
  ],
]
type Colour = [red: number, green: number, blue: number]

export async function addImages(tx: Queryable, games: { id: string }[]): Promise<void> {
  for (const [index, { id }] of games.slice(0, 2 * IMAGES).entries()) {
    if (index % 2 === 1) continue
    const squares = await squaresOf(await drawing(index / 2), 'the demo')
    if (index % 4 === 0) await keepUploaded(tx, id, squares)
    else await tx.many(fetched(id, squares))
  }
}

const fetched = (gameId: string, { small, large }: ImageSquares) => sql`
  insert into game_images (game_id, source_url, small, large, attempts, due_at)
  values (${gameId}, ${`https://images.example.org/${gameId}.png`}, ${small}, ${large}, 1, null)`

/** A sun above waves. The number moves both and chooses the colours. */
function drawing(number: number): Promise<Buffer> {
  const [sky, ground, sun] = COLOURS[number % COLOURS.length] ?? [
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
  ]
  const [left, top] = [90 + 28 * number, 90 + 12 * (number % 3)]
  const colourAt = (x: number, y: number): Colour => {
    const wave = 200 + 20 * Math.sin((x + 40 * number) / 35) + 8 * Math.sin(x / 11)
    if (y > wave) return ground
    return (x - left) ** 2 + (y - top) ** 2 < 52 ** 2 ? sun : sky
  }
  const pixels = Buffer.alloc(3 * WIDTH * WIDTH)
  for (let at = 0; at < WIDTH * WIDTH; at++) pixels.set(colourAt(at % WIDTH, Math.floor(at / WIDTH)), 3 * at)
  return sharp(pixels, { raw: { width: WIDTH, height: WIDTH, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer()
}
