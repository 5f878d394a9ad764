/* A load generator that costs little, since it shares the machine with the server that it measures.

   It plays at many tables over WebSockets: at times that are fixed in advance it answers with one of the offered
   choices, whatever became of other answers, and so leaves out no waiting (no coordinated omission). It reads orders
   from standard input, one a line, and answers on standard output:

     socket CLIENT TABLE PORT PATH    open, or open again, the socket of a client   -> open CLIENT NS | lost CLIENT
     run SCHEDULE REPORT SECONDS      carry out a schedule, then write the report   -> done CPU_NS MESSAGES BYTES LATE_NS
     idle                             which tables offer nothing to anybody         -> idle TABLE TABLE ...
     drop                             drop all sockets without a close frame        -> dropped

   A schedule is an array of (int64 nanoseconds, int64 table), a report an array of `struct action`. Times are of
   CLOCK_MONOTONIC. An entry that is missed or comes twice ends the program with status 1.

   It knows no more of JSON than it needs: it walks over the keys of an object and skips values, strings with their
   escapes and nested values included. Server frames are neither masked nor fragmented. */

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum { SCRATCH = 1 << 22, EVENTS = 256, ACTION_BYTES = 120, PATH_BYTES = 1000, NONE = -1 };
enum { STANDARD_INPUT = 0xfffffff0, TIMER = 0xfffffff1 };
enum { WAITING = 0, DONE = 1, REFUSED = 2 };

struct action {
    int64_t due, sent, answered, heard;
    int32_t table, seq, outcome, next;
};

struct client {
    int socket, table, open, heard, offered;
    int64_t seq, at, offered_seq;
    char action[ACTION_BYTES], path[PATH_BYTES];
    char *rest; /* the beginning of a frame that is not whole yet */
    size_t rest_size, rest_room;
};

struct table {
    int32_t *clients, count, room;
    int32_t first, last;               /* due and not sent, in order */
    int32_t pending;                   /* sent and not answered */
    int32_t told_first, told_last;     /* answered and not heard by all */
    int64_t chosen;
};

static struct client *clients;
static struct table *tables;
static struct action *actions;
static int client_count, table_count;
static int64_t action_count, action_done, messages, bytes, start_at, worst_late;
static int64_t next_action;
static int epoll, timer;
static char scratch[SCRATCH + 1];

static void fail(const char *what, int64_t a, int64_t b) {
    fprintf(stderr, "load generator: %s (%lld, %lld)\n", what, (long long)a, (long long)b);
    exit(1);
}

static int64_t now(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void *grow(void *old, size_t count, size_t size) {
    void *grown = realloc(old, count * size);
    if (!grown) fail("out of memory", (int64_t)count, (int64_t)size);
    return grown;
}

/* -- JSON ----------------------------------------------------------------------------------------------------------- */
static char *skip_string(char *p) { /* at the opening quote; returns what follows the closing one */
    for (p++; *p != '"'; p++)
        if (*p == '\\') p++;
    return p + 1;
}

static char *skip_value(char *p) {
    if (*p == '"') return skip_string(p);
    int depth = 0;
    for (;;) {
        switch (*p) {
        case '"': p = skip_string(p); continue;
        case '{': case '[': depth++; break;
        case '}': case ']':
            if (--depth == 0) return p + 1;
            if (depth < 0) return p;
            break;
        case ',': if (depth == 0) return p; break;
        case 0: return p;
        }
        p++;
    }
}

/* The next key of an object and its value. `p` is at the opening brace, or behind a value; 0 at the end. */
static char *next_key(char *p, char **key, size_t *size) {
    if (*p == '{' || *p == ',') p++;
    if (*p != '"') return 0;
    *key = p + 1;
    p = skip_string(p);
    *size = (size_t)(p - *key) - 1;
    return p + 1; /* behind the colon */
}

static int is(const char *key, size_t size, const char *name) { return strlen(name) == size && !memcmp(key, name, size); }

/* -- sockets -------------------------------------------------------------------------------------------------------- */
static void send_frame(struct client *client, int code, const char *payload, size_t size) {
    char frame[ACTION_BYTES + 200];
    size_t at = 0;
    if (size > sizeof frame - 8) fail("a message is too long to be sent", (int64_t)size, 0);
    frame[at++] = (char)(128 | code);
    if (size < 126) frame[at++] = (char)(128 | size);
    else {
        frame[at++] = (char)(128 | 126);
        frame[at++] = (char)(size >> 8);
        frame[at++] = (char)size;
    }
    memset(frame + at, 0, 4); /* masked with zeros, which is valid and leaves the payload as it is */
    memcpy(frame + at + 4, payload, size);
    if (client->socket >= 0 && write(client->socket, frame, at + 4 + size) < 0 && errno != EPIPE && errno != ECONNRESET)
        fail("writing failed", errno, client->table);
}

static void drop(struct client *client) {
    if (client->socket >= 0) close(client->socket);
    client->socket = -1;
    client->open = client->heard = client->offered = 0;
    client->rest_size = 0;
}

static void lose(int number) {
    drop(&clients[number]);
    printf("lost %d\n", number);
    fflush(stdout);
}

/* -- playing -------------------------------------------------------------------------------------------------------- */
static void play(struct table *table) {
    if (table->first == NONE || table->pending != NONE) return;
    struct client *client = 0;
    for (int n = 0; n < table->count && !client; n++)
        if (clients[table->clients[n]].offered) client = &clients[table->clients[n]];
    if (!client) return;
    char text[ACTION_BYTES + 120];
    int number = table->first;
    int size = snprintf(text, sizeof text, "{\"do\":\"act\",\"id\":\"b%d-%lld\",\"seq\":%lld,\"action\":\"%s\"}",
                        number, (long long)start_at, (long long)client->offered_seq, client->action);
    table->first = actions[number].next;
    table->pending = number;
    client->offered = 0;
    actions[number].sent = now(CLOCK_MONOTONIC);
    send_frame(client, 1, text, (size_t)size);
}

static void offer(struct client *client, char *choices) { /* at the brace of the choices */
    char *key, *p = choices, *list = 0;
    size_t size;
    int64_t seq = -1, count = 0;
    while (!(list && seq >= 0) && (p = next_key(p, &key, &size))) {
        if (is(key, size, "seq")) seq = strtoll(p, 0, 10);
        if (is(key, size, "actions")) list = p;
        p = skip_value(p);
    }
    if (!list || *list != '[' || seq < 0) return;
    for (p = list + 1; *p == '"'; p += *p == ',') {
        count++;
        p = skip_string(p);
    }
    if (!count) return;
    struct table *table = &tables[client->table];
    int64_t chosen = table->chosen++ * 7919 % count;
    for (p = list + 1; chosen--; p++) p = skip_string(p);
    size = (size_t)(skip_string(p) - p) - 2;
    if (size >= ACTION_BYTES) fail("an action is too long", (int64_t)size, client->table);
    memcpy(client->action, p + 1, size);
    client->action[size] = 0;
    client->offered = 1;
    client->offered_seq = seq;
    play(table);
}

static void told(struct table *table) { /* an action has reached everybody when the last socket has its entry */
    while (table->told_first != NONE) {
        struct action *action = &actions[table->told_first];
        int64_t least = INT64_MAX, at = 0;
        for (int n = 0; n < table->count; n++) {
            struct client *client = &clients[table->clients[n]];
            if (client->seq < least) least = client->seq;
            if (client->at > at) at = client->at;
        }
        if (least < action->seq) return;
        action->heard = at;
        table->told_first = action->next;
        action_done++;
    }
}

static void answered(struct table *table, char *answer, int64_t at) {
    char *key, *p = answer;
    size_t size;
    int64_t number = -1, seq = -1, run = -1;
    int done = 0;
    while ((p = next_key(p, &key, &size))) {
        if (is(key, size, "answer")) done = !strncmp(p, "\"done\"", 6);
        if (is(key, size, "id")) sscanf(p, "\"b%" SCNd64 "-%" SCNd64 "\"", &number, &run);
        if (is(key, size, "seq")) seq = strtoll(p, 0, 10);
        p = skip_value(p);
    }
    if (run != start_at || number != table->pending) return; /* of a run that was given up */
    struct action *action = &actions[number];
    table->pending = NONE;
    action->answered = at;
    action->seq = (int32_t)seq;
    action->outcome = done ? DONE : REFUSED;
    action->next = NONE;
    if (!done) action_done++;
    else {
        if (table->told_first == NONE) table->told_first = (int32_t)number;
        else actions[table->told_last].next = (int32_t)number;
        table->told_last = (int32_t)number;
        told(table);
    }
    play(table);
}

static int64_t number_of(char *news) {
    char *key, *p = news;
    size_t size;
    while ((p = next_key(p, &key, &size))) {
        if (is(key, size, "seq")) return strtoll(p, 0, 10);
        p = skip_value(p);
    }
    return -1;
}

static void follow(struct client *client, char *list, int64_t at) { /* at the bracket of the news */
    for (char *p = list + 1; *p == '{'; p += *p == ',') {
        int64_t seq = number_of(p);
        if (seq != client->seq + 1) fail("an entry is missing or came twice: known, told", client->seq, seq);
        client->seq = seq;
        client->at = at;
        p = skip_value(p);
    }
    told(&tables[client->table]);
}

static void show(struct client *client, char *snapshot) {
    char *key, *p = snapshot, *choices = 0;
    size_t size;
    while ((p = next_key(p, &key, &size))) {
        if (is(key, size, "seq")) client->seq = strtoll(p, 0, 10);
        if (is(key, size, "choices") && *p == '{') choices = p;
        p = skip_value(p);
    }
    if (choices) offer(client, choices);
}

static void hear(int number, char *text, size_t size, int64_t at) {
    struct client *client = &clients[number];
    char *key, *p, *end = text + size, after = *end;
    *end = 0;
    messages++;
    p = next_key(text, &key, &size);
    if (p && is(key, size, "news")) follow(client, p, at);
    else if (p && is(key, size, "choices")) offer(client, p);
    else if (p && is(key, size, "answer")) answered(&tables[client->table], p, at);
    else if (p && is(key, size, "snapshot")) show(client, p);
    else if (p && (is(key, size, "error") || is(key, size, "bye"))) fprintf(stderr, "load generator: %.200s\n", text);
    if (!client->heard) {
        client->heard = 1;
        printf("open %d %lld\n", number, (long long)at);
        fflush(stdout);
    }
    *end = after;
}

/* -- reading -------------------------------------------------------------------------------------------------------- */
static char *after_handshake(int number, char *p, char *end) { /* 0: not whole yet */
    char *found = memmem(p, (size_t)(end - p), "\r\n\r\n", 4);
    if (!found) return 0;
    if (!memmem(p, (size_t)(found - p), " 101 ", 5)) {
        fprintf(stderr, "load generator: refused: %.*s\n", (int)(found - p > 300 ? 300 : found - p), p);
        lose(number);
        return 0;
    }
    clients[number].open = 1;
    return found + 4;
}

static char *take_frame(int number, char *p, char *end, int64_t at) { /* 0: not whole yet */
    unsigned char *head = (unsigned char *)p;
    if (end - p < 2) return 0;
    size_t size = head[1] & 127, start = size < 126 ? 2 : size == 126 ? 4 : 10;
    if ((size_t)(end - p) < start) return 0;
    if (start > 2) {
        size = 0;
        for (size_t n = 2; n < start; n++) size = size << 8 | head[n];
    }
    if ((size_t)(end - p) < start + size) return 0;
    int code = head[0] & 15;
    if (!(head[0] & 128)) fail("a fragmented message", clients[number].table, code);
    if (code == 1) hear(number, p + start, size, at);
    if (code == 9) send_frame(&clients[number], 10, p + start, size);
    return p + start + size;
}

static void keep(struct client *client, char *p, size_t size) {
    if (size > client->rest_room) {
        client->rest_room = size * 2;
        client->rest = grow(client->rest, client->rest_room, 1);
    }
    memcpy(client->rest, p, size);
    client->rest_size = size;
}

static void receive(int number) {
    struct client *client = &clients[number];
    if (client->socket < 0) return;
    memcpy(scratch, client->rest, client->rest_size);
    ssize_t got = recv(client->socket, scratch + client->rest_size, SCRATCH - client->rest_size, 0);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (got <= 0) {
        lose(number);
        return;
    }
    bytes += got;
    int64_t at = now(CLOCK_MONOTONIC);
    char *p = scratch, *end = scratch + client->rest_size + got, *next;
    client->rest_size = 0;
    if (!client->open && (next = after_handshake(number, p, end))) p = next;
    if (client->open)
        while ((next = take_frame(number, p, end, at))) p = next;
    if (end - p == SCRATCH) fail("a message is too long", SCRATCH, client->table);
    if (client->socket >= 0) keep(client, p, (size_t)(end - p));
}

/* -- orders --------------------------------------------------------------------------------------------------------- */
static void make_client(int number, int table) {
    for (; table_count <= table; table_count++) {
        tables = grow(tables, (size_t)table_count + 1, sizeof *tables);
        tables[table_count] = (struct table){.first = NONE, .last = NONE, .pending = NONE, .told_first = NONE};
    }
    for (; client_count <= number; client_count++) {
        clients = grow(clients, (size_t)client_count + 1, sizeof *clients);
        clients[client_count] = (struct client){.socket = -1, .table = NONE, .seq = -1, .rest = grow(0, 1, 1)};
    }
    if (clients[number].table == table) return;
    if (clients[number].table != NONE) tables[clients[number].table].count = 0; /* everybody leaves together */
    struct table *joined = &tables[table];
    joined->clients = grow(joined->clients, (size_t)joined->count + 1, sizeof *joined->clients);
    joined->clients[joined->count++] = number;
    clients[number].table = table;
    clients[number].seq = -1;
    clients[number].at = 0;
}

static void open_socket(int number, int table, int port, const char *path) {
    make_client(number, table);
    struct client *client = &clients[number];
    struct sockaddr_in place = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = (uint32_t)number};
    char head[PATH_BYTES + 300], since[40] = "";
    drop(client);
    if (client->seq >= 0) snprintf(since, sizeof since, "&since=%" PRId64, client->seq);
    int size = snprintf(head, sizeof head,
                        "GET %s%s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                        "Sec-WebSocket-Key: bG9hZCBnZW5lcmF0b3JzIQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",
                        path, since, port);
    inet_pton(AF_INET, "127.0.0.1", &place.sin_addr);
    client->socket = socket(AF_INET, SOCK_STREAM, 0);
    setsockopt(client->socket, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
    if (client->socket < 0 || connect(client->socket, (struct sockaddr *)&place, sizeof place) ||
        write(client->socket, head, (size_t)size) != size) {
        lose(number);
        return;
    }
    fcntl(client->socket, F_SETFL, O_NONBLOCK);
    epoll_ctl(epoll, EPOLL_CTL_ADD, client->socket, &event);
}

static void say_idle(void) {
    printf("idle");
    for (int n = 0; n < table_count; n++) {
        int offered = 0;
        for (int m = 0; m < tables[n].count; m++) offered |= clients[tables[n].clients[m]].offered;
        if (!offered) printf(" %d", n);
    }
    printf("\n");
    fflush(stdout);
}

/* -- a run ---------------------------------------------------------------------------------------------------------- */
static char report[PATH_BYTES];
static int64_t give_up_at, patience, cpu_before;

static void arm(int64_t at) {
    struct itimerspec when = {.it_value = {.tv_sec = at / 1000000000, .tv_nsec = at % 1000000000}};
    timerfd_settime(timer, TFD_TIMER_ABSTIME, &when, 0);
}

static void begin(const char *schedule, const char *into, int64_t seconds) {
    FILE *file = fopen(schedule, "rb");
    int64_t pair[2];
    if (!file) fail("no schedule", errno, 0);
    snprintf(report, sizeof report, "%s", into);
    for (int n = 0; n < table_count; n++)
        tables[n].first = tables[n].last = tables[n].pending = tables[n].told_first = NONE;
    action_count = action_done = next_action = messages = bytes = worst_late = 0;
    start_at = now(CLOCK_MONOTONIC) + 50000000;
    for (int64_t room = 0; fread(pair, sizeof pair, 1, file); action_count++) {
        if (action_count == room) actions = grow(actions, (size_t)(room = room ? 2 * room : 1024), sizeof *actions);
        if (pair[1] < 0 || pair[1] >= table_count) fail("no such table", pair[1], table_count);
        actions[action_count] = (struct action){.due = start_at + pair[0], .table = (int32_t)pair[1], .next = NONE};
    }
    fclose(file);
    cpu_before = now(CLOCK_PROCESS_CPUTIME_ID);
    patience = seconds * 1000000000;
    give_up_at = action_count ? actions[action_count - 1].due + patience : start_at;
    arm(action_count ? actions[0].due : start_at);
}

static void end_run(void) {
    int64_t cpu = now(CLOCK_PROCESS_CPUTIME_ID) - cpu_before;
    FILE *file = fopen(report, "wb");
    if (!file || fwrite(actions, sizeof *actions, (size_t)action_count, file) != (size_t)action_count)
        fail("the report cannot be written", errno, 0);
    fclose(file);
    arm(0);
    give_up_at = 0;
    printf("done %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 "\n", cpu, messages, bytes, worst_late);
    fflush(stdout);
}

static void act_on_time(void) {
    int64_t expired, at = now(CLOCK_MONOTONIC);
    if (read(timer, &expired, sizeof expired) < 0 && errno != EAGAIN) fail("the timer", errno, 0);
    for (; next_action < action_count && actions[next_action].due <= at; next_action++) {
        struct table *table = &tables[actions[next_action].table];
        if (at - actions[next_action].due > worst_late) worst_late = at - actions[next_action].due;
        if (table->first == NONE) table->first = (int32_t)next_action;
        else actions[table->last].next = (int32_t)next_action;
        table->last = (int32_t)next_action;
        play(table);
    }
    arm(next_action < action_count ? actions[next_action].due : give_up_at);
}

static int nothing_left(void) {
    if (action_done == action_count) return 1;
    if (next_action < action_count) return 0;
    int64_t at = now(CLOCK_MONOTONIC);
    if (at >= give_up_at) return 1;
    for (int n = 0; n < table_count; n++)
        if (tables[n].pending != NONE || tables[n].told_first != NONE) return 0;
    return at >= actions[action_count - 1].due + patience / 8; /* what is left waits at tables whose game is over */
}

static void obey(char *line) {
    int number, table, port;
    char path[PATH_BYTES], other[PATH_BYTES];
    int64_t seconds;
    if (sscanf(line, "socket %d %d %d %999s", &number, &table, &port, path) == 4) open_socket(number, table, port, path);
    else if (sscanf(line, "run %999s %999s %" SCNd64, path, other, &seconds) == 3) begin(path, other, seconds);
    else if (!strcmp(line, "idle")) say_idle();
    else if (!strcmp(line, "drop")) {
        for (int n = 0; n < client_count; n++) drop(&clients[n]);
        printf("dropped\n");
        fflush(stdout);
    } else fail(line, 0, 0);
}

static void read_orders(void) {
    static char lines[1 << 16];
    static size_t size;
    ssize_t got = read(0, lines + size, sizeof lines - size - 1);
    if (got <= 0) exit(0); /* whoever gave orders is gone */
    size += (size_t)got;
    char *line = lines, *end;
    while ((end = memchr(line, '\n', size - (size_t)(line - lines)))) {
        *end = 0;
        obey(line);
        line = end + 1;
    }
    size -= (size_t)(line - lines);
    memmove(lines, line, size);
}

int main(void) {
    struct epoll_event found[EVENTS], order = {.events = EPOLLIN, .data.u32 = STANDARD_INPUT},
                                      tick = {.events = EPOLLIN, .data.u32 = TIMER};
    epoll = epoll_create1(0);
    timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
    epoll_ctl(epoll, EPOLL_CTL_ADD, 0, &order);
    epoll_ctl(epoll, EPOLL_CTL_ADD, timer, &tick);
    for (;;) {
        int count = epoll_wait(epoll, found, EVENTS, give_up_at ? 100 : -1);
        for (int n = 0; n < count; n++) {
            uint32_t which = found[n].data.u32;
            if (which == STANDARD_INPUT) read_orders();
            else if (which == TIMER) act_on_time();
            else receive((int)which);
        }
        if (give_up_at && next_action == action_count && nothing_left()) end_run();
    }
}
