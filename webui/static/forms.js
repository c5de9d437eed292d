// The sentences of acts in the language of the page: the server sends this module with those of the installed games.

export const forms = { forms: {}, games: {}, persons: [], people: [], winds: {}, reasons: {}, kinds: {}, draws: {} };
