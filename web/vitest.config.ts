// Apart from vite.config.ts, so that who only builds the client installs nothing to test it with.
import { defineConfig, mergeConfig, type ConfigEnv } from 'vitest/config'
import build from './vite.config'

export default defineConfig(async (env: ConfigEnv) =>
  mergeConfig(await build(env), {
    // Each file in a context of its own, as in a process of its own, but in half the time.
    test: { pool: 'vmThreads', environment: 'jsdom', setupFiles: ['src/setup.test-env.ts'], include: ['src/**/*.test.ts'] },
  }),
)
