/** The routes of the OpenID provider, and the pages on which people give access to apps and devices. */
import type { FastifyInstance } from 'fastify'
import { browserRoutes } from './browser-routes.ts'
import { clientRoutes } from './client-routes.ts'
import { decisionRoutes } from './decision-routes.ts'
import { ProviderSite, type ProviderSiteOptions } from './provider-site.ts'

export function consentRoutes(app: FastifyInstance, options: ProviderSiteOptions): void {
  const site = new ProviderSite(options)
  clientRoutes(app, site)
  browserRoutes(app, site)
  decisionRoutes(app, site)
}
