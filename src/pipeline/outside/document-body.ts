/** The body of an answer, unpacked, as long as it is no longer than it may be. */
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { Unusable } from './failures.ts'

export async function boundedBytes(response: IncomingMessage, mostBytes: number, url: URL): Promise<Buffer> {
  const tooLarge = () =>
    new Unusable(`${url.host} answers with more than ${Math.floor(mostBytes / 1024)} KiB.`)
  if (Number(response.headers['content-length'] ?? 0) > mostBytes) {
    response.destroy()
    throw tooLarge()
  }
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of decompressed(response, url) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > mostBytes) {
      response.destroy()
      throw tooLarge()
    }
    chunks.push(chunk)
  }
  if (!response.complete) throw new Error('cut off')
  return Buffer.concat(chunks)
}

/** Some compress although they were asked not to. What is counted is what comes out. */
function decompressed(response: IncomingMessage, url: URL): Readable {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  if (encoding === 'identity' || encoding === '') return response
  const decompress = DECOMPRESS[encoding]?.()
  if (!decompress) throw new Unusable(`${url.host} answers in an encoding that isn't known.`)
  response.on('error', (error) => decompress.destroy(error))
  return response.pipe(decompress)
}

const DECOMPRESS: Record<string, () => Readable & NodeJS.WritableStream> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}
