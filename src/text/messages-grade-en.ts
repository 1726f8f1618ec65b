import type { GradeMessages } from './messages-grade.ts'

const some = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`

/** What `grade` says in the terminal, in English. */
export const gradeEn: GradeMessages = {
  gradeTitle: (number, total) => `Answer ${number} of ${total}`,
  gradeProgress: (graded, skipped, left) => `${graded} graded, ${skipped} skipped, ${left} left`,
  gradeReference: 'reference answer',
  noReference: 'The test case has no reference answer.',
  answerToGrade: 'answer to grade',
  retrieved: (n) => `retrieved, ${some(n, 'text')}`,
  chunkLabel: (rank, source) => (source === null ? `${rank}` : `${rank} (${source})`),
  nothingRetrieved: 'Nothing was retrieved.',
  unanswerableCase: 'The documents do not hold an answer: declining is right.',
  countsFor: (n) => `The same answer came ${n} times; your verdict counts for all of them.`,
  ofConfigurations: (names) => `configuration: ${names}`,
  gradeKeys: 'y right, n wrong, s skip, t note, u undo, m more, ? help, q quit',
  gradeHelp: [
    'y, r or 1: right. n, w or 0: wrong. Every verdict is stored at once.',
    's: skip. Skipped answers come again with --skipped; more than one in ten skipped voids the random sample.',
    't: write a note to the verdict that you give next.',
    'u: take back the last verdict, skip or note, as often as you like, also those of earlier sittings.',
    'm: show every text whole. q or Ctrl-C: stop; the next `ragstone grade` goes on here.',
  ],
  plainHelp: ['One word a line: right, wrong, skip, undo, more, quit; note TEXT goes with the next verdict.'],
  gradePrompt: 'Right or wrong?',
  gradeLastPrompt: 'u takes back the last one, q ends.',
  notePrompt: 'note: Enter keeps it, Esc leaves it as it was',
  noteKept: (note) => `note: ${note}`,
  noteDropped: 'no note',
  saidRight: 'right',
  saidWrong: 'wrong',
  saidSkipped: 'skipped',
  undone: 'taken back',
  nothingToUndo: 'There is nothing to take back.',
  notAKey: (key) => `"${key}" means nothing here; ? shows the keys.`,
  pastedText: 'Pasted text is not taken for keys; t begins a note.',
  gradeStart: (grader, run) => `${grader} grades run ${run}. Scores, judge and configuration are not shown.`,
  orderRandom: 'The answers come in random order, so that a few dozen speak for all of them.',
  orderUncertain: (metric) =>
    `The answers on which ${metric} is least sure come first: these grades are no random sample, and give no rate for the others.`,
  gradeResumed: (graded) => `You go on after ${some(graded, 'graded answer')}.`,
  gradeRunChanged:
    'The run has other answers than when you stopped. New ones have taken places in the order: those that fall among your first come now, and then your grades speak for all of them again.',
  gradeDone: 'Every answer is graded or skipped.',
  gradeTotals: (right, wrong, skipped, left) => `${right} right, ${wrong} wrong, ${skipped} skipped, ${left} left`,
  gradeGoOn: (command) => `go on: ${command}`,
  gradeAskSkipped: (command) => `the skipped ones again: ${command}`,
  gradeTrust: (command) => `which metrics agree with you: ${command}`,
}
