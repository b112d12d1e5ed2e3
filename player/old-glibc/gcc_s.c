/* libgcc_s.so.1 for the wheels' libraries, from what comes with zig: LLVM's unwinder, which is compiled beside this
   file, and the compiler's run-time functions, which are hidden in it and get their versioned names here. */

#define FORWARD(name, version)                                            \
    __asm__(".globl forward_" #name "\n"                                      \
            ".type forward_" #name ", @function\n"                            \
            "forward_" #name ": jmp " #name "\n"                              \
            ".symver forward_" #name ", " #name "@" #version "\n")

FORWARD(__divti3, GCC_3.0);
FORWARD(__modti3, GCC_3.0);
FORWARD(__udivti3, GCC_3.0);
FORWARD(__umodti3, GCC_3.0);
FORWARD(__popcountdi2, GCC_3.4);
FORWARD(__addtf3, GCC_4.3.0);
FORWARD(__subtf3, GCC_4.3.0);
FORWARD(__multf3, GCC_4.3.0);
FORWARD(__divtf3, GCC_4.3.0);
FORWARD(__eqtf2, GCC_4.3.0);
FORWARD(__netf2, GCC_4.3.0);
FORWARD(__lttf2, GCC_4.3.0);
FORWARD(__letf2, GCC_4.3.0);
FORWARD(__gttf2, GCC_4.3.0);
FORWARD(__getf2, GCC_4.3.0);
FORWARD(__unordtf2, GCC_4.3.0);
FORWARD(__floatsitf, GCC_4.3.0);
FORWARD(__floatditf, GCC_4.3.0);
FORWARD(__floatunditf, GCC_4.3.0);

/* What libgfortran asks before it uses AVX: an unknown processor, with nothing special. */
struct {
    unsigned vendor, type, subtype, features[1];
} unknown_processor;
__asm__(".symver unknown_processor, __cpu_model@GCC_4.8.0");
