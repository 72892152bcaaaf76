/** What a browser must know to put the app on the home screen: its name, its icons, and what can be opened at once. */
import type { FastifyInstance } from 'fastify'
import { compressedOnce } from '../../http/server/content-coding.ts'
import { ROUTINE } from '../../http/server/endings.ts'
import { contentTag } from '../../http/lifecycle/etag.ts'
import { PAPER } from '../emblem.ts'
import { assets } from '../assets.ts'

/** The service worker takes files that are shared here (`web/service-worker.ts`), and the page of imports reads them. */
const SHARE_AT = '/share'

export function manifestRoute(app: FastifyInstance): void {
  const { icons } = assets()
  const icon = (name: keyof typeof icons, size: number, purpose = 'any') => ({
    src: icons[name],
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  const text = JSON.stringify({
    id: '/',
    name: 'Scorebook',
    short_name: 'Scorebook',
    description: 'The matches you play, and who won them',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: PAPER.light,
    theme_color: PAPER.light,
    icons: [icon('icon-192', 192), icon('icon-512', 512), icon('maskable-512', 512, 'maskable')],
    shortcuts: [
      { name: 'Record a match', short_name: 'Record', url: '/record', icons: [icon('icon-192', 192)] },
      { name: 'Inbox', url: '/inbox', icons: [icon('icon-192', 192)] },
    ],
    share_target: {
      action: SHARE_AT,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: {
        files: [
          {
            name: 'file',
            accept: [
              '.json',
              '.bgsplay',
              '.xml',
              '.csv',
              'application/json',
              'text/xml',
              'text/csv',
              'application/octet-stream',
            ],
          },
        ],
      },
    },
  })
  app.get('/manifest.webmanifest', { ...ROUTINE, onSend: compressedOnce }, (_request, reply) =>
    reply
      .headers({
        'content-type': 'application/manifest+json',
        'cache-control': 'no-cache',
        etag: contentTag(text),
      })
      .send(text),
  )
}
