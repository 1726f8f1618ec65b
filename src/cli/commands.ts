import { addCaseCommand } from './add-case.ts'
import { attributeCommand } from './attribute.ts'
import { cacheCommand } from './cache.ts'
import { checkJudgeCommand } from './check-judge.ts'
import { collectCommand } from './collect.ts'
import type { CommandSpec } from './command.ts'
import { compareCommand } from './compare.ts'
import { evaluateCommand } from './evaluate.ts'
import { exportCommand } from './export.ts'
import { gradeCommand } from './grade.ts'
import { importCommand } from './import.ts'
import { initCommand } from './init.ts'
import { lintCommand } from './lint.ts'
import { planCommand } from './plan.ts'
import { reportCommand } from './report.ts'
import { runCommand } from './run.ts'
import { trustCommand } from './trust.ts'

/** All commands, in the order of the help. */
export const COMMANDS: readonly CommandSpec[] = [
  initCommand,
  lintCommand,
  checkJudgeCommand,
  planCommand,
  runCommand,
  collectCommand,
  evaluateCommand,
  importCommand,
  reportCommand,
  gradeCommand,
  trustCommand,
  compareCommand,
  attributeCommand,
  exportCommand,
  cacheCommand,
  addCaseCommand,
]
