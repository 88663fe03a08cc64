/** All messages in all languages: for types and tests. The page loads them by language, as `virtual:words/…`. */
import * as about from './about'
import * as board from './board'
import * as cartus from './cartus'
import * as common from './common'
import * as help from './help'
import * as home from './home'
import * as log from './log'
import * as noun from './noun'
import * as rattus from './rattus'
import * as result from './result'
import * as rules from './rules'
import * as setup from './setup'
import * as stage from './stage'
import * as story from './story'
import * as table from './table'

export const areas = { about, board, cartus, common, help, home, log, noun, rattus, result, rules, setup, stage, story, table }
