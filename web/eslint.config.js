import js from '@eslint/js'
import prettier from 'eslint-config-prettier'
import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import ts from 'typescript-eslint'
import svelteConfig from './svelte.config.js'

export default ts.config(
  { ignores: ['dist', 'node_modules', 'public', 'src/fixtures'] },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  prettier,
  ...svelte.configs.prettier,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      eqeqeq: 'error',
      'no-undef': 'off', // TypeScript knows which names there are
      'no-regex-spaces': 'off',
      'svelte/no-unused-svelte-ignore': 'off', // svelte-check knows which warnings there are
      'svelte/no-at-html-tags': 'off', // only drawings of our own; and the page allows no inline scripts
      'svelte/prefer-svelte-reactivity': 'off', // sets within a function are nobody's state
      '@typescript-eslint/no-unused-expressions': 'off', // reading a value in an effect makes it depend on it
      'svelte/no-useless-mustaches': 'off', // it keeps a space at the end of a line
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrorsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig } },
  },
)
