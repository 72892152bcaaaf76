/** Reads and decompresses the body of a response, up to a number of bytes. */
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { readAtMost } from '../../http/outgoing.ts'
import { Unusable } from './failures.ts'

export async function boundedBytes(response: IncomingMessage, mostBytes: number, url: URL): Promise<Buffer> {
  const tooLarge = () =>
    new Unusable(`${url.host} answers with more than ${Math.floor(mostBytes / 1024)} KiB.`)
  if (Number(response.headers['content-length'] ?? 0) > mostBytes) {
    response.destroy()
    throw tooLarge()
  }
  const body = await readAtMost(mostBytes, decompressed(response, url))
  if (body === undefined) {
    response.destroy()
    throw tooLarge()
  }
  if (!response.complete) throw new Error('cut off')
  return body
}

/** Decompresses a body. We ask servers not to compress, but some do. The limit is for the bytes after decompression. */
function decompressed(response: IncomingMessage, url: URL): Readable {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  if (encoding === 'identity' || encoding === '') return response
  const decompress = DECOMPRESS[encoding]?.()
  if (!decompress) throw new Unusable(`${url.host} answers in an unknown encoding.`)
  response.on('error', (error) => decompress.destroy(error))
  return response.pipe(decompress)
}

const DECOMPRESS: Record<string, () => Readable & NodeJS.WritableStream> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}
