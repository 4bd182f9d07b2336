// What the columns of a table are called, in the languages that project programs speak. Names are
// compared in small letters without marks; what stands in brackets is a unit.

export const languages = ['en', 'de', 'fr', 'es', 'da'] as const;
export type Language = (typeof languages)[number];

type Names = Readonly<Record<Language, string>>;

/** Several names between bars. */
const known = {
  id: {
    en: 'id|task id|key|no|nr|number|task number|unique id|issue key',
    de: 'nr|nummer|vorgangsnummer|vorgangs nr|kennung',
    fr: 'n|no|numero|identifiant|ref',
    es: 'n|num|numero|identificador',
    da: 'nr|nummer|opgavenummer',
  },
  name: {
    en: 'name|task name|task|title|summary|activity|subject|work item|description of task',
    de: 'name|vorgangsname|vorgang|aufgabe|titel|bezeichnung|tatigkeit|aktivitat',
    fr: 'nom|nom de la tache|tache|titre|intitule|activite|libelle',
    es: 'nombre|nombre de tarea|nombre de la tarea|tarea|titulo|actividad',
    da: 'navn|opgavenavn|opgave|titel|aktivitet',
  },
  kind: {
    en: 'kind|type|task type|issue type',
    de: 'art|typ',
    fr: 'type|genre',
    es: 'tipo',
    da: 'type|art',
  },
  milestone: {
    en: 'milestone',
    de: 'meilenstein',
    fr: 'jalon',
    es: 'hito',
    da: 'milepael|milepæl',
  },
  parent: {
    en: 'parent|parent id|parent task|summary task',
    de: 'ubergeordnet|ubergeordneter vorgang|teil von|eltern',
    fr: 'parent|tache parente|tache mere',
    es: 'padre|tarea padre|tarea principal',
    da: 'overordnet|overordnet opgave|foraelder|forælder',
  },
  phase: {
    en: 'phase|stage|section|group|epic|list',
    de: 'phase|abschnitt|gruppe',
    fr: 'phase|etape|section|groupe',
    es: 'fase|etapa|seccion|grupo',
    da: 'fase|afsnit|gruppe',
  },
  outline: {
    en: 'wbs|outline number|wbs code',
    de: 'psp|psp code|gliederungsnummer|gliederung',
    fr: 'wbs|numero hierarchique|organigramme',
    es: 'edt|numero de esquema|wbs',
    da: 'wbs|dispositionsnummer',
  },
  level: {
    en: 'outline level|level|indent',
    de: 'gliederungsebene|ebene|stufe',
    fr: 'niveau|niveau hierarchique',
    es: 'nivel|nivel de esquema',
    da: 'niveau|dispositionsniveau',
  },
  start: {
    en: 'start|start date|begin|planned start|from',
    de: 'anfang|start|beginn|startdatum|anfangstermin|von',
    fr: 'debut|date de debut|commencement',
    es: 'comienzo|inicio|fecha de inicio|fecha de comienzo',
    da: 'start|startdato|begyndelse|fra',
  },
  finish: {
    en: 'finish|end|finish date|end date|planned finish|to',
    de: 'ende|fertig stellen|enddatum|endtermin|fertigstellung|bis',
    fr: 'fin|date de fin|achevement',
    es: 'fin|fecha de fin|final|termino',
    da: 'slut|slutdato|afslutning|til',
  },
  deadline: {
    en: 'deadline|due|due date',
    de: 'stichtag|frist|fallig|fallig am|falligkeit|termin',
    fr: 'echeance|date limite|delai',
    es: 'fecha limite|vencimiento|plazo',
    da: 'frist|tidsfrist|forfaldsdato',
  },
  duration: {
    en: 'duration|length|estimate|original estimate|planned duration',
    de: 'dauer|lange|schatzung',
    fr: 'duree|estimation',
    es: 'duracion|estimacion',
    da: 'varighed|laengde|længde|estimat',
  },
  work: {
    en: 'work|effort',
    de: 'arbeit|aufwand',
    fr: 'travail|charge',
    es: 'trabajo|esfuerzo',
    da: 'arbejde|indsats',
  },
  low: {
    en: 'low|low estimate|optimistic|optimistic duration|min|best case',
    de: 'optimistisch|minimum|untergrenze',
    fr: 'optimiste|minimum',
    es: 'optimista|minimo',
    da: 'optimistisk|minimum',
  },
  likely: {
    en: 'likely|most likely|likely estimate|expected|expected duration',
    de: 'wahrscheinlich|erwartet',
    fr: 'probable|plus probable|attendu',
    es: 'probable|mas probable|esperado',
    da: 'sandsynlig|forventet',
  },
  high: {
    en: 'high|high estimate|pessimistic|pessimistic duration|max|worst case',
    de: 'pessimistisch|maximum|obergrenze',
    fr: 'pessimiste|maximum',
    es: 'pesimista|maximo',
    da: 'pessimistisk|maksimum',
  },
  roles: {
    en: 'roles|role|resource names|resources|resource|assignee|assigned to|owner|who|responsible|responsibility',
    de: 'ressourcennamen|ressourcen|ressource|verantwortlich|zustandig|rolle|rollen|wer|bearbeiter',
    fr: 'noms ressources|ressources|ressource|responsable|role|qui|attribue a',
    es: 'nombres de los recursos|recursos|recurso|responsable|rol|quien|asignado a',
    da: 'ressourcenavne|ressourcer|ressource|ansvarlig|rolle|hvem|tildelt',
  },
  performer: {
    en: 'performer|done by',
    de: 'ausfuhrung',
    fr: 'executant',
    es: 'ejecutor',
    da: 'udfort af',
  },
  cost: {
    en: 'cost|costs|fixed cost|price|budget|amount',
    de: 'kosten|feste kosten|preis|betrag',
    fr: 'cout|couts|cout fixe|prix|montant',
    es: 'costo|coste|costos|costes|precio|importe',
    da: 'omkostning|omkostninger|pris|belob|beløb',
  },
  predecessors: {
    en: 'predecessors|predecessor|depends on|dependencies|dependency|blocked by|after|prerequisites|prerequisite',
    de: 'vorganger|vorgangernummern|abhangig von|abhangigkeiten|abhangigkeit|nach',
    fr: 'predecesseurs|predecesseur|depend de|dependances|apres',
    es: 'predecesoras|predecesores|predecesora|depende de|dependencias|despues de',
    da: 'foregaende opgaver|foregående opgaver|foregaende|foregående|forgaengere|forgængere|afhaenger af|afhænger af|afhaengigheder|afhængigheder|efter',
  },
  progress: {
    en: 'progress|complete|percent complete|done percent',
    de: 'fortschritt|abgeschlossen|prozent abgeschlossen',
    fr: 'avancement|acheve|progression|pourcentage acheve',
    es: 'progreso|completado|avance|porcentaje completado',
    da: 'fremskridt|faerdig|færdig|procent faerdig',
  },
  status: {
    en: 'status|state|done',
    de: 'status|zustand|erledigt',
    fr: 'statut|etat',
    es: 'estado',
    da: 'status|tilstand',
  },
  priority: { en: 'priority', de: 'prioritat', fr: 'priorite', es: 'prioridad', da: 'prioritet' },
  notes: {
    en: 'notes|description|details|comment|comments|body',
    de: 'notizen|beschreibung|bemerkung|kommentar|details',
    fr: 'notes|description|commentaire|remarques',
    es: 'notas|descripcion|comentario|observaciones',
    da: 'noter|beskrivelse|bemaerkning|bemærkning|kommentar',
  },
  acceptance: {
    en: 'acceptance|acceptance criteria|done when|accepted when',
    de: 'abnahme|abnahmekriterien|akzeptanzkriterien|fertig wenn',
    fr: 'acceptation|criteres d acceptation|critere',
    es: 'aceptacion|criterios de aceptacion',
    da: 'accept|acceptkriterier|godkendelse',
  },
  tier: {
    en: 'risk tier',
    de: 'risikostufe',
    fr: 'niveau de risque',
    es: 'nivel de riesgo',
    da: 'risikoniveau',
  },
} as const satisfies Record<string, Names>;

export type Field = keyof typeof known;
const fields = Object.keys(known) as Field[];

const plain = (text: string): string =>
  text
    .slice(0, 100)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

export interface Column {
  readonly field: Field;
  readonly at: number;
  /** Of numbers that come without one, where the head says so. */
  readonly unit?: 'minutes' | 'hours' | 'days' | 'weeks';
}

const units: readonly (readonly [RegExp, NonNullable<Column['unit']>])[] = [
  [/\b(?:min|mins|minutes?|minuten|minutos|minutter)$/, 'minutes'],
  [/\b(?:h|hrs?|hours?|std|stunden|heures?|horas?|timer|t)$/, 'hours'],
  [/\b(?:d|days?|tage?|pt|jours?|j|dias?|dage?)$/, 'days'],
  [/\b(?:w|weeks?|wochen?|semaines?|semanas?|uger?)$/, 'weeks'],
];

function unitIn(name: string): { readonly name: string; readonly unit?: Column['unit'] } {
  for (const [pattern, unit] of units) {
    const short = name.replace(pattern, '').trim();
    if (short !== name && short !== '') return { name: short.replace(/ in$/, ''), unit };
  }
  return { name };
}

interface Meaning {
  readonly field: Field;
  readonly languages: readonly Language[];
}

/** The first field that claims a name has it. */
const meanings: ReadonlyMap<string, Meaning> = (() => {
  const found = new Map<string, Meaning>();
  for (const field of fields) {
    for (const language of languages) {
      for (const name of known[field][language].split('|').map(plain)) {
        const before = found.get(name);
        if (before === undefined) found.set(name, { field, languages: [language] });
        else if (before.field === field) {
          found.set(name, { field, languages: [...before.languages, language] });
        }
      }
    }
  }
  return found;
})();

export interface Head {
  readonly columns: ReadonlyMap<Field, Column>;
  /** The one that most of the names are in. */
  readonly language: Language;
  /** Heads that nobody knows. */
  readonly unknown: readonly string[];
}

export function headOf(cells: readonly string[]): Head {
  const columns = new Map<Field, Column>();
  const unknown: string[] = [];
  const votes = new Map<Language, number>();
  for (const [at, cell] of cells.entries()) {
    const { name, unit } = unitIn(plain(cell));
    const found = meanings.get(plain(cell)) ?? meanings.get(name);
    if (found === undefined || columns.has(found.field)) {
      if (cell.trim() !== '') unknown.push(cell.trim());
      continue;
    }
    columns.set(found.field, { field: found.field, at, ...(unit ? { unit } : {}) });
    for (const language of found.languages) votes.set(language, (votes.get(language) ?? 0) + 1);
  }
  const language = languages.reduce((best, one) =>
    (votes.get(one) ?? 0) > (votes.get(best) ?? 0) ? one : best,
  );
  return { columns, language, unknown };
}
