/** A virtual authenticator that can also misbehave: it can sign for other origins and count backwards. */
import { type KeyObject, createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

export interface Device {
  id: string
  privateKey: KeyObject
  userHandle: string
  rpId: string
  origin: string
}

interface Options {
  challenge: string
}

const hashed = (text: string) => createHash('sha256').update(text).digest()
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

/** The head of a map, a text or bytes in CBOR. The length must be below 65,536. */
function head(major: number, length: number): Buffer {
  const kind = major << 5
  if (length < 24) return Buffer.from([kind | length])
  if (length < 256) return Buffer.from([kind | 24, length])
  return Buffer.from([kind | 25, length >> 8, length & 255])
}
const text = (value: string) => Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
const bytes = (value: Uint8Array) => Buffer.concat([head(2, value.length), value])

const clientData = (type: string, { challenge }: Options, origin: string) =>
  base64url(Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })))

/** The flags for "user present" and "user verified". */
const FLAGS = 0x05
const WITH_KEY = 0x40

function counted(counter: number): Buffer {
  const four = Buffer.alloc(4)
  four.writeUInt32BE(counter)
  return four
}

/** Makes a passkey. Returns the answer to the options of `navigator.credentials.create`, and the device with the passkey. */
export function makePasskey(
  options: Options & { rp: { id: string }; user: { id: string } },
  origin: string,
  { counter = 1, id: known }: { counter?: number; id?: string } = {},
): { device: Device; answer: object } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = known === undefined ? randomBytes(16) : Buffer.from(known, 'base64url')
  // The fields: kty EC2, alg ES256, crv P-256, x, y.
  const key = Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    bytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    bytes(Buffer.from(y, 'base64url')),
  ])
  const authData = Buffer.concat([
    hashed(options.rp.id),
    Buffer.from([FLAGS | WITH_KEY]),
    counted(counter),
    Buffer.alloc(16),
    Buffer.from([0, id.length]),
    id,
    key,
  ])
  const attestation = Buffer.concat([
    head(5, 3),
    text('fmt'),
    text('none'),
    text('attStmt'),
    head(5, 0),
    text('authData'),
    bytes(authData),
  ])
  const device = { id: base64url(id), privateKey, userHandle: options.user.id, rpId: options.rp.id, origin }
  const response = {
    clientDataJSON: clientData('webauthn.create', options, origin),
    attestationObject: base64url(attestation),
    transports: ['internal'],
  }
  return {
    device,
    answer: { id: device.id, rawId: device.id, type: 'public-key', response, clientExtensionResults: {} },
  }
}

/** Returns the answer to the options of `navigator.credentials.get`. */
export function answer(device: Device, options: Options, counter: number, origin = device.origin): object {
  const authenticatorData = Buffer.concat([hashed(device.rpId), Buffer.from([FLAGS]), counted(counter)])
  const clientDataJSON = clientData('webauthn.get', options, origin)
  const signed = Buffer.concat([
    authenticatorData,
    createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest(),
  ])
  const response = {
    clientDataJSON,
    authenticatorData: base64url(authenticatorData),
    signature: base64url(sign('sha256', signed, device.privateKey)),
    userHandle: device.userHandle,
  }
  return { id: device.id, rawId: device.id, type: 'public-key', response, clientExtensionResults: {} }
}
