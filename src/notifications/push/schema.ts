/** The schema of devices: browsers that get push messages about the inbox. */
import { createECDH } from 'node:crypto'
import * as z from 'zod'
import { displayName, fault, timestamp, uuid } from '../../http/schema/schema.ts'
import { faultOfAddress } from '../../pipeline/outside/guarded.ts'

/** How many devices a person can have. */
export const MOST_DEVICES = 20
/** In characters. Today's push services have endpoints of up to 600. */
export const LONGEST_ENDPOINT = 1_000
/** In characters. */
const LONGEST_NAME = 100
/** In bytes: the length of an uncompressed point of P-256, and of the secret in RFC 8291. */
const POINT = 65
const SECRET = 16

export const CURVE = 'prime256v1'

export const NotificationDevice = z
  .strictObject({
    id: uuid(),
    name: z.string(),
    isHere: z.boolean().meta({ description: 'True if this device is the browser that sends the request' }),
    createdAt: timestamp(),
    sentAt: timestamp()
      .optional()
      .meta({ description: 'When the device’s push service last accepted a message' }),
  })
  .meta({
    id: 'NotificationDevice',
    description: 'A browser that gets push messages about the inbox',
    example: {
      id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a60',
      name: 'Firefox on Android',
      isHere: true,
      createdAt: '2026-01-15T19:30:00Z',
      sentAt: '2026-01-16T08:12:30Z',
    },
  })

const endpoint = z
  .string()
  .max(LONGEST_ENDPOINT)
  .superRefine((value, context) => {
    if (!isPublic(value))
      fault(context, 'INVALID_FORMAT', 'must be the https URL of a push service on the open internet')
  })
  .meta({ format: 'uri', description: 'The URL to which messages for the browser are sent; a secret' })

const key = z
  .string()
  .superRefine((value, context) => {
    if (!isPoint(value)) fault(context, 'INVALID_FORMAT', 'must be a public key of P-256 in base64url')
  })
  .meta({ description: 'The public key of the browser' })

const auth = z
  .string()
  .superRefine((value, context) => {
    if (bytesOf(value)?.length !== SECRET)
      fault(context, 'INVALID_FORMAT', `must have ${SECRET} bytes in base64url`)
  })
  .meta({ description: 'The secret that the browser shares with this service' })

export const CreateNotificationDevice = z
  .strictObject({
    endpoint,
    keys: z.strictObject({ p256dh: key, auth }),
    name: displayName(LONGEST_NAME).optional().meta({
      description: 'The name of the device in lists. Without it, the name of the browser',
    }),
  })
  .meta({
    id: 'CreateNotificationDevice',
    description: 'What a browser’s Push API returns (`PushSubscription.toJSON()`)',
    example: {
      endpoint: 'https://push.example.org/v2/gAAAAABl',
      keys: {
        p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      },
      name: 'Firefox on Android',
    },
  })

/** True if the URL looks public. The addresses of its host are checked for each message. */
function isPublic(value: string): boolean {
  const url = /^[\x21-\x7e]+$/.test(value) ? URL.parse(value) : null
  return url !== null && faultOfAddress(url, { loopbackPorts: [] }) === undefined
}

/** Undefined if the text is not canonical base64url. */
function bytesOf(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.toString('base64url') === text ? bytes : undefined
}

/** False if the point is not on the curve. With such a point, every message would fail. */
function isPoint(text: string): boolean {
  const bytes = bytesOf(text)
  if (bytes?.length !== POINT || bytes[0] !== 4) return false
  const own = createECDH(CURVE)
  own.generateKeys()
  try {
    own.computeSecret(bytes)
    return true
  } catch {
    return false
  }
}
