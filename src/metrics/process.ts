/** Measures a Node process: its memory, its CPU, and the delay of its event loop. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import { type Family, gauge, labels } from './families.ts'

/** The pause between two measurements of the event loop, in milliseconds. */
const RESOLUTION = 20
const QUANTILES = [0.5, 0.99, 1]

/** Returns a function that measures. It reports the delay of the event loop since the function was last called. */
export function measureProcess(): () => Family[] {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION })
  delay.enable()
  const { heap_size_limit: limit } = getHeapStatistics()
  return () => {
    const { rss, heapUsed } = process.memoryUsage()
    const { user, system } = process.cpuUsage()
    const late = (quantile: number) =>
      Math.max(0, (quantile === 1 ? delay.max : delay.percentile(100 * quantile)) / 1e6 - RESOLUTION) / 1000
    const delays = QUANTILES.map((quantile): [string, number] => [
      labels({ quantile }),
      delay.count === 0 ? 0 : late(quantile),
    ])
    delay.reset()
    return [
      gauge('scorebook_processes', 'The number of processes in these figures', 1),
      gauge('process_resident_memory_bytes', 'Memory of all processes', rss),
      gauge('nodejs_heap_used_bytes', 'The part of the memory that JavaScript uses', heapUsed),
      gauge('nodejs_heap_limit_bytes', 'The memory that JavaScript can use before a process ends', limit),
      gauge(
        'process_start_time_seconds',
        'The start of the newest process, in seconds since 1970',
        performance.timeOrigin / 1000,
        'max',
      ),
      {
        name: 'process_cpu_seconds_total',
        help: 'CPU of all processes',
        type: 'counter',
        over: 'sum',
        samples: [['', (user + system) / 1e6]],
      },
      gauge(
        'scorebook_event_loop_delay_seconds',
        'The delay of the event loop since it was last asked for, by a scrape or for the figures of the last day; the largest of all processes',
        delays,
        'max',
      ),
    ]
  }
}
