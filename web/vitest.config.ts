// Apart from vite.config.ts, so that who only builds the client installs nothing to test it with.
import { defineConfig, mergeConfig, type ConfigEnv } from 'vitest/config'
import build from './vite.config'

export default defineConfig(async (env: ConfigEnv) =>
  mergeConfig(await build(env), {
    test: { environment: 'jsdom', setupFiles: ['src/setup.test-env.ts'], include: ['src/**/*.test.ts'] },
  }),
)
