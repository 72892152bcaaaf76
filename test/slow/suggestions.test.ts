/** How many database pages the suggestions read for somebody who recorded 100,000 matches. */
await import('../resources/suggestions/costs.test.ts')
