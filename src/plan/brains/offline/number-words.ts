// Numbers in words, by language. Some are other words elsewhere (Danish "to", Spanish "once", German
// "elf"), so that only those of the goal's own language count, beside the English ones.
const tables: Readonly<Record<string, string>> = {
  en: 'one=1 two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 ten=10 eleven=11 twelve=12 thirteen=13 fourteen=14 fifteen=15 sixteen=16 seventeen=17 eighteen=18 nineteen=19 twenty=20 thirty=30 forty=40 fifty=50 sixty=60 seventy=70 eighty=80 ninety=90 hundred=100 dozen=12',
  de: 'zwei=2 drei=3 vier=4 fünf=5 sechs=6 sieben=7 acht=8 neun=9 zehn=10 elf=11 zwölf=12 dreizehn=13 vierzehn=14 fünfzehn=15 sechzehn=16 achtzehn=18 zwanzig=20 dreißig=30 vierzig=40 fünfzig=50 sechzig=60 siebzig=70 achtzig=80 neunzig=90 hundert=100 zweihundert=200 dreihundert=300 fünfhundert=500',
  fr: 'deux=2 trois=3 quatre=4 cinq=5 six=6 sept=7 huit=8 neuf=9 dix=10 quatre-vingts=80 quatre-vingt=80 dix-huit=18 dix-sept=17 dix-neuf=19 onze=11 douze=12 treize=13 quatorze=14 quinze=15 seize=16 vingt=20 trente=30 quarante=40 cinquante=50 soixante=60 cent=100',
  es: 'dos=2 tres=3 cuatro=4 cinco=5 seis=6 siete=7 ocho=8 nueve=9 diez=10 once=11 doce=12 quince=15 dieciocho=18 veinte=20 treinta=30 cuarenta=40 cincuenta=50 sesenta=60 setenta=70 ochenta=80 noventa=90 cien=100 ciento=100 doscientos=200 trescientos=300 cuatrocientos=400 quinientos=500 seiscientos=600 setecientos=700 ochocientos=800 novecientos=900 doscientas=200 quinientas=500',
  da: 'to=2 tre=3 fire=4 fem=5 seks=6 syv=7 otte=8 ni=9 ti=10 elleve=11 tolv=12 fjorten=14 femten=15 seksten=16 atten=18 tyve=20 tredive=30 fyrre=40 halvtreds=50 tres=60 halvfjerds=70 firs=80 hundrede=100',
};

const words = new Map(
  Object.entries(tables).map(([language, row]) => [
    language,
    new Map(
      row.split(' ').map((cell) => {
        const [word = '', value] = cell.split('=');
        return [word, Number(value)] as const;
      }),
    ),
  ]),
);
const english = words.get('en') ?? new Map<string, number>();

/** What a number word means in a goal of this language; its own tongue wins over English. */
export function wordValue(word: string, language: string): number | undefined {
  const small = word.toLowerCase();
  return words.get(language)?.get(small) ?? english.get(small);
}

/** All number words of the language and the English ones, longest first, for a pattern. */
export function numberWords(language: string): string {
  const own = words.get(language) ?? english;
  const foreign = language === 'en' || !words.has(language) ? [] : [...own.keys()];
  return [...new Set([...foreign, ...english.keys()])]
    .sort((a, b) => b.length - a.length)
    .join('|');
}

/** What stands between the number words of one number: "hundred and fifty", "treinta y cinco", not "ten and twenty". */
export const BETWEEN_WORDS = String.raw`(?:[ -]|(?<=hundred|hundrede)\s(?:and|og)\s|(?<=treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa)\sy\s(?=(?:un|dos|tres|cuatro|cinco|seis|siete|ocho|nueve)(?!\p{L})))`;

/** A pattern made once for each language that is met. */
export function byLanguage<Made>(make: (language: string) => Made): (language: string) => Made {
  const made = new Map<string, Made>();
  return (language) => {
    const key = words.has(language) ? language : 'en';
    const found = made.get(key) ?? make(key);
    made.set(key, found);
    return found;
  };
}

/** Number words that only this language has, as a sign of it. */
export function ownNumberWords(language: string): readonly string[] {
  return [...(words.get(language)?.keys() ?? [])].filter(
    (word) => word.length > 2 && (language === 'en' || !english.has(word)),
  );
}
