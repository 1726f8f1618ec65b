const words = (list: string): ReadonlySet<string> => new Set(list.split(' '))

/** Abbreviations after whose full stop a sentence goes on whatever follows, in lower case without the last stop. */
export const NEVER_FINAL = words(
  'mr mrs ms mx dr prof st mt messrs mme mlle rev hon gen col capt lt sgt cmdr gov sen rep pres e.g eg i.e ie cf vs viz ' +
    'al approx ca esp incl excl resp est max min avg fig figs eq eqs sec ch vol pp ed eds trans art arts para no nos nr ' +
    'tel ext dept univ assoc jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri ave blvd rd',
)

/** Those of {@link NEVER_FINAL} that are also words or final often enough: they go on only before a digit or lower case. */
export const FINAL_UNLESS_NUMBER = words(
  'no nos al art arts est max min sec ch ed ext mar jun sep mon wed fri rd ave sat sun',
)

/** Abbreviations that may end a sentence: they do so before a word that usually begins one. */
export const MAYBE_FINAL = words(
  'etc inc ltd co corp bros jr sr esq a.m p.m am pm u.s u.k u.n e.u d.c ph.d b.a m.a b.sc m.sc',
)

/** Words that usually begin a sentence when written with a capital. */
export const SENTENCE_STARTERS = words(
  'the a an this that these those it its he she they we you i his her their our your there here in on at by for from with ' +
    'to as if when while after before since because although though however but and or so then also no yes not only all ' +
    'each every some any many most more such what which who where why how please note employees staff additionally ' +
    'furthermore moreover therefore thus according finally first second third next overall unfortunately based during',
)
